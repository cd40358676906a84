# SPDX-License-Identifier: MIT

# ---- how far the balances of each run are off, a panel for each kind of them -----------------------------------------
set xrange [begin_time:end_time]
set logscale y
set format y "10^{%L}"
unset key
eval grow_for_runs
drawn_kind = "balances"
columns = n_balances > 1 && !is_narrow ? 2 : 1
rows = (n_balances + columns - 1) / columns
eval panels(rows, columns, is_narrow ? number_room : 85, side_room, axis_room, title_room, 80, row_room)
do for [k = 1:n_balances] {
  if (k > n_balances - columns) { set xlabel "time t [s]" }
  set label 1 balance_title[k] at graph 0, graph 1 left offset 0, 0.7
  drawn_column = balance_column[k]
  eval fit_decades
  plot for [w in in_order] data(int(w), "balances") using 1:(column(balance_column[k]) > 0 ? column(balance_column[k]) : NaN) \
       with lines lc rgb run_colour(int(w)) lw 1.5 dt run_dash(int(w)) notitle
}
eval legend_of_runs
unset multiplot
