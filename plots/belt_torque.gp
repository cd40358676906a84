# SPDX-License-Identifier: MIT

# ---- moments of the belt on the pulleys, all runs --------------------------------------------------------------------
set xrange [0:end_time]
set offsets 0, 0, graph 0.06, graph 0.06
eval key_of_runs
eval margins_for_panels
do for [k = 1:n_pulleys] {
  if (k > n_pulleys - n_columns) { set xlabel "time t [s]" }
  set ylabel "moment M [N m]"
  set label 1 pulley_label(k) at graph 0, graph 1.08 left noenhanced
  drawn_column = torque(k)
  eval room_for_constant
  plot for [w in in_order] data(int(w), "history") using 1:drawn_column with lines lc rgb run_colour(int(w)) \
       lw run_width(int(w)) dt run_dash(int(w)) title run_label(int(w))
  unset key
}
unset multiplot
