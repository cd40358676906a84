# SPDX-License-Identifier: MIT

# ---- forces in the middle of the spans -------------------------------------------------------------------------------
eval panels(n_rows, n_columns, 125, side_room, axis_room, 32, 100, 64)
do for [k = 1:n_pulleys + 1] {
  if (k > n_pulleys + 1 - n_columns) { set xlabel "time t [s]" }
  set ylabel "force N [N]"
  set label 1 sprintf("span %d: %s to %s", k, point_title(k - 1), point_title(k)) at graph 0, graph 1 left offset 0, 0.7 noenhanced font small_font
  drawn_column = span_force(k)
  eval fit_column
  eval curves_over_time
}
eval legend_of_runs
unset multiplot
