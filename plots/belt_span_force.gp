# SPDX-License-Identifier: MIT

# ---- forces in the middle of the spans, all runs ---------------------------------------------------------------------
set xrange [0:end_time]
unset key
eval grow_for_runs
eval panels_of_pulleys
do for [k = 1:n_pulleys] {
  if (k > n_pulleys - n_columns) { set xlabel "time t [s]" }
  set ylabel "force N [N]"
  set label 1 sprintf("span %d", k) at graph 0, graph 1 left offset 0, 0.7
  drawn_column = span_force(k)
  eval fit_column
  plot for [w in in_order] data(int(w), "history") using 1:drawn_column with lines lc rgb run_colour(int(w)) \
       lw run_width(int(w)) dt run_dash(int(w)) notitle
}
eval legend_of_runs
unset multiplot
