# SPDX-License-Identifier: MIT

# ---- results of the members of a study over a physical parameter, a panel for each unit ------------------------------
n_rows = n_panels
row_height = 300
eval grow_for_rows
study = "data/parameter_study.dat"
if (is_wide) { set logscale x }
set xrange [is_wide ? 0.85 * value[1] : value[1] - 0.04 * (value[n_values] - value[1]) : \
            is_wide ? 1.18 * value[n_values] : value[n_values] + 0.04 * (value[n_values] - value[1])]
set offsets 0, 0, graph 0.08, graph 0.08
set xtics ()
do for [i = 1:n_values] { set xtics add (sprintf("%g", value[i]) value[i]) }
eval one_column
set key off
set multiplot
do for [p = 1:n_panels] {
  first = first_curve(p)
  eval place_row(p)
  set xlabel parameter noenhanced
  set ylabel "at the end [" . unit[p] . "]" noenhanced
  plot for [k = 1:n_curves[p]] study index first + k - 1 using 1:2 with linespoints lc rgb colour[k] \
       lw width_of(k, n_curves[p]) dt dash[k] pt 3 + 2 * k ps 0.7 notitle
}
do for [p = 1:n_panels] {
  first = first_curve(p)
  eval place_legend(p)
  eval legend_of('for [k = 1:n_curves[p]] NaN with linespoints lc rgb colour[k] lw width_of(k, n_curves[p]) dt dash[k]' \
    . ' pt 3 + 2 * k ps 0.7 title curve_title[first + k]')
}
unset multiplot
