# SPDX-License-Identifier: MIT

# ---- forces in the middle of the spans -------------------------------------------------------------------------------
eval panels(n_rows, n_columns, 125, 20, 58, 32, 100, 64)
do for [k = 1:n_pulleys + 1] {
  if (k > n_pulleys + 1 - n_columns) { set xlabel "time t [s]" }
  set ylabel "force N [N]"
  set label 1 sprintf("span %d", k) at graph 0, graph 1 left offset 0, 0.7
  drawn_column = span_force(k)
  eval room_for_constant
  eval curves_over_time
}
eval legend_of_runs
unset multiplot
