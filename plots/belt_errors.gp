# SPDX-License-Identifier: MIT

# ---- error bars over time, the largest of all pulleys or spans, a panel for each quantity ------------------------------
set xrange [begin_time:end_time]
set logscale y
set format y "10^{%L}"
unset key
eval grow_for_runs
drawn_kind = "errors"
eval panels(n_errors, 1, is_narrow ? number_room : 85, side_room, axis_room, title_room, 80, row_room)
do for [k = 1:n_errors] {
  if (k == n_errors) { set xlabel "time t [s]" }
  set label 1 "error of " . error_title[k] at graph 0, graph 1 left offset 0, 0.7
  drawn_column = error_column[k]
  eval fit_decades
  plot for [w in in_order] data(int(w), "errors") using 1:(column(error_column[k]) > 0 ? column(error_column[k]) : NaN) \
       with lines lc rgb run_colour(int(w)) lw 1.5 dt run_dash(int(w)) notitle
}
eval legend_of_runs
unset multiplot
