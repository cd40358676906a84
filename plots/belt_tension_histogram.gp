# SPDX-License-Identifier: MIT

# ---- for which part of the time a span has which force, all runs -----------------------------------------------------
set offsets 0, 0, graph 0.06, 0
set yrange [0:*]
unset key
eval grow_for_runs
eval panels_of_pulleys
do for [k = 1:n_pulleys] {
  if (k > n_pulleys - n_columns) { set xlabel "force N [N]" }
  set ylabel "share of time [%]"
  set label 1 span_label(k) at graph 0, graph 1 left offset 0, 0.7 noenhanced
  set autoscale x
  low = 1e300
  high = -1e300
  do for [w in in_order] {
    stats data(int(w), "tension") index k - 1 using 1 nooutput
    low = min(low, STATS_min)
    high = max(high, STATS_max)
  }
  eval tics_on_x(low, high)
  plot for [w in in_order] data(int(w), "tension") index k - 1 using 1:2 with lines lc rgb run_colour(int(w)) \
       lw run_width(int(w)) dt run_dash(int(w)) notitle
}
eval legend_of_runs
unset multiplot
