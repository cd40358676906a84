# SPDX-License-Identifier: MIT

# ---- positions of arms and sliders, all runs ---------------------------------------------------------------------------
set xrange [begin_time:end_time]
unset key
eval grow_for_runs
eval panels_of_pulleys
drawn_kind = "mounts"
do for [k = 1:n_mounts] {
  if (k > n_mounts - n_columns) { set xlabel "time t [s]" }
  set ylabel mount_quantity[k]
  set label 1 mount_title[k] at graph 0, graph 1 left offset 0, 0.7 noenhanced
  drawn_column = k + 1
  eval fit_column
  plot for [w in in_order] data(int(w), drawn_kind) using 1:drawn_column with lines lc rgb run_colour(int(w)) \
       lw run_width(int(w)) dt run_dash(int(w)) notitle
}
eval legend_of_runs
unset multiplot
