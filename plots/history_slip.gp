# SPDX-License-Identifier: MIT

# ---- lengths of the slip zones ---------------------------------------------------------------------------------------
set xrange [begin_time:end_time]
set yrange [0:*]
set offsets 0, 0, graph 0.03, 0
unset key
eval grow_for_runs
eval panels(2, 1, 90, side_room, axis_room, 15, 0, 40)
do for [k = 1:2] {
  if (k == 2) { set xlabel "time t [s]" }
  set ylabel sprintf(is_narrow ? "slip length c%d [m]" : "slip length c on pulley %d [m]", k)
  plot for [w in in_order] data(int(w), "history") using 1:(column(3 + k)) with lines lc rgb run_colour(int(w)) \
       lw run_width(int(w)) dt run_dash(int(w)) notitle
}
eval legend_of_runs
unset multiplot
