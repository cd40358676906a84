# SPDX-License-Identifier: MIT

# ---- torques of the belt on the pulleys, all runs --------------------------------------------------------------------
set xrange [begin_time:end_time]
unset key
eval grow_for_runs
eval panels_of_pulleys
do for [k = 1:n_pulleys] {
  if (k > n_pulleys - n_columns) { set xlabel "time t [s]" }
  set ylabel "torque M [N m]"
  set label 1 pulley_label(k) at graph 0, graph 1 left offset 0, 0.7 noenhanced
  drawn_column = torque(k)
  eval fit_column
  plot for [w in in_order] data(int(w), "history") using 1:drawn_column with lines lc rgb run_colour(int(w)) \
       lw run_width(int(w)) dt run_dash(int(w)) notitle
}
eval legend_of_runs
unset multiplot
