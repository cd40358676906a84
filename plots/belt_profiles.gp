# SPDX-License-Identifier: MIT

# ---- force, speed, pressure and traction along the belt at the end, all runs -----------------------------------------
set xrange [0:L]
set offsets 0, 0, graph 0.06, graph 0.06
unset key
eval grow_for_runs
eval arcs_on_x
eval arc_labels_on_x
array quantity[4] = ["force N [N]", "speed v [m/s]", "pressure p [N/m]", "traction q [N/m]"]
array at_column[4] = [3, 4, 7, 5]
set format x ""
eval panels(4, 1, 105, side_room, axis_room, label_room, 0, 26)
eval tics_on_x(0, L)
do for [j = 1:4] {
  set ylabel quantity[j]
  if (j == 4) {
    set format x
    set xlabel "path coordinate σ [m]"
  }
  plot for [w in in_order] data(int(w), "last_profile") using 1:(column(at_column[j])) with lines \
       lc rgb run_colour(int(w)) dt run_dash(int(w)) lw run_width(int(w)) notitle
  do for [k = 1:n_pulleys] { unset label 100 + k }
}
eval legend_of_runs
unset multiplot
