# SPDX-License-Identifier: MIT

# ---- amplitudes at the orders of a programme over the speed, a panel for each unit -----------------------------------
row_height = 330
rpm = 30.0 / pi
speed_room = 40  # above a panel, of the numbers of its other axis [px]
eval grow_for_rows
response = sprintf("data/%s.dat", figure)
set autoscale xfix
set yrange [0:*]
eval one_column
set key off
set xtics nomirror
set link x2 via x / rpm inverse x * rpm
set x2tics out scale 0.6 format "%.3g"
set border 7
set multiplot
do for [i = 1:n_rows] {
  first = first_curve(i)
  eval place_row(i)
  set tmargin at screen 1.0 * (row_bottom(i) + row_legend(i) + row_height - 28 - speed_room) / height
  set xlabel "speed [rpm]"
  set x2label "speed [rad/s]"
  set ylabel sprintf("amplitude [%s]", unit[i]) noenhanced
  if (i == 1) { set label 1 run at graph 0, graph 1 left offset 0, 2.7 noenhanced } else { unset label 1 }
  plot for [k = 1:n_curves[i]] response index first + k - 1 using ($1 * rpm):2 with lines \
       lc rgb colour[curve_colour[first + k]] lw 1.8 dt dash[curve_dash[first + k]] notitle
}
unset x2tics
unset x2label
unset link x2
do for [i = 1:n_rows] {
  first = first_curve(i)
  eval place_legend(i)
  eval legend_of('for [k = 1:n_curves[i]] NaN with lines lc rgb colour[curve_colour[first + k]] lw 1.8' \
    . ' dt dash[curve_dash[first + k]] title curve_title[first + k]')
}
unset multiplot
