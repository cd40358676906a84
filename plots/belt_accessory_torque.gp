# SPDX-License-Identifier: MIT

# ---- torques of accessories, all runs -------------------------------------------------------------------------------
set xrange [begin_time:end_time]
unset key
eval grow_for_runs
eval panels_of_pulleys
drawn_kind = "accessory_torque"
do for [k = 1:n_accessories] {
  if (k > n_accessories - n_columns) { set xlabel "time t [s]" }
  set ylabel "torque [N m]"
  set label 1 accessory_title[k] at graph 0, graph 1 left offset 0, 0.7 noenhanced
  drawn_column = k + 1
  eval fit_column
  set xzeroaxis lt 1 lc rgb "#999999"
  plot for [w in in_order] data(int(w), drawn_kind) using 1:drawn_column with lines lc rgb run_colour(int(w)) \
       lw run_width(int(w)) dt run_dash(int(w)) notitle
}
eval legend_of_runs
unset multiplot
