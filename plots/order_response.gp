# SPDX-License-Identifier: MIT

# ---- amplitudes at the orders of a programme over the speed, a panel for each unit -----------------------------------
row_height = 300
eval grow_for_rows
response = sprintf("data/%s.dat", figure)
set autoscale xfix
set yrange [0:*]
set lmargin at screen 95.0 / width
set rmargin at screen 1 - 20.0 / width
set key off
set multiplot
do for [i = 1:n_rows] {
  first = first_curve(i)
  eval place_row(i)
  set xlabel "angular velocity [rad/s]"
  set ylabel sprintf("amplitude [%s]", unit[i]) noenhanced
  if (i == 1) { set label 1 run at graph 0, graph 1 left offset 0, 0.5 noenhanced } else { unset label 1 }
  plot for [k = 1:n_curves[i]] response index first + k - 1 using 1:2 with lines \
       lc rgb colour[curve_colour[first + k]] lw 1.8 dt dash[curve_dash[first + k]] notitle
}
do for [i = 1:n_rows] {
  first = first_curve(i)
  eval place_legend(i)
  eval legend_of('for [k = 1:n_curves[i]] NaN with lines lc rgb colour[curve_colour[first + k]] lw 1.8' \
    . ' dt dash[curve_dash[first + k]] title curve_title[first + k]')
}
unset multiplot
