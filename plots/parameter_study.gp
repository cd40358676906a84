# SPDX-License-Identifier: MIT

# ---- results of the members of a study over a physical parameter, a panel for each unit ------------------------------
if (is_wide) { set logscale x }
set xrange [is_wide ? 0.85 * value[1] : value[1] - 0.04 * (value[n_values] - value[1]) : \
            is_wide ? 1.18 * value[n_values] : value[n_values] + 0.04 * (value[n_values] - value[1])]
set offsets 0, 0, graph 0.08, graph 0.08
set xtics ()
do for [i = 1:n_values] { set xtics add (sprintf("%g", value[i]) value[i]) }
set key outside right top
set lmargin 12
set rmargin 28
set multiplot layout n_panels, 1
first = 0
do for [p = 1:n_panels] {
  set xlabel p == n_panels ? parameter : "" noenhanced
  set ylabel "at the end [" . unit[p] . "]" noenhanced
  plot for [k = 1:n_curves[p]] "data/parameter_study.dat" index first + k - 1 using 1:2 with linespoints lc rgb colour[k] \
       lw 1.5 + 1.5 * (n_curves[p] - k) / n_curves[p] dt dash[k] pt 3 + 2 * k ps 0.7 title curve_title[first + k]
  first = first + n_curves[p]
}
unset multiplot
