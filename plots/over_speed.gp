# SPDX-License-Identifier: MIT

# ---- quantities over the speed, a panel for each kind ----------------------------------------------------------------
row_height = 330
rpm = 30.0 / pi
speed_room = 40  # above a panel, of the numbers of its other axis [px]
eval grow_for_rows
values = sprintf("data/%s.dat", figure)
set autoscale xfix
eval one_column
set key off
set xtics nomirror
set link x2 via x / rpm inverse x * rpm
set x2tics out scale 0.6 format "%.3g"
set border 7
stats values using ($1 * rpm) nooutput
slowest = STATS_min
fastest = STATS_max
set xrange [slowest:fastest]
shade_from = max(slowest, operating_low * rpm)
shade_to = min(fastest, operating_high * rpm)
if (has_operating && shade_to - shade_from > 0.01 * (fastest - slowest)) {
  set object 1 rectangle from shade_from, graph 0 to shade_to, graph 1 fc rgb "#d6e6f4" fs solid noborder behind
} else {
  if (has_operating && shade_to >= shade_from) { set arrow 1 from shade_from, graph 0 to shade_from, graph 1 nohead lc rgb "#a9c9e4" lw 5 back }
}
set multiplot
do for [i = 1:n_rows] {
  first = first_curve(i)
  eval place_row(i)
  set tmargin at screen 1.0 * (row_bottom(i) + row_legend(i) + row_height - 28 - speed_room) / height
  set xlabel strlen(pulley) ? sprintf("speed of pulley %s [rpm]", pulley) : "speed [rpm]" noenhanced
  set x2label "speed [rad/s]"
  set ylabel label[i] noenhanced
  low = least[i]; high = most[i]
  eval fit_range
  if (i == 1) { set label 1 run . (has_operating ? ", " . operating_title . " in blue" : "") at graph 0, graph 1 left offset 0, 2.7 noenhanced } else { unset label 1 }
  plot for [k = 1:n_curves[i]] values index first + k - 1 using ($1 * rpm):2 with lines \
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
