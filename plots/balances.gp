# SPDX-License-Identifier: MIT

# ---- how far the balances of each run are off, a panel for each kind of them -----------------------------------------
set xrange [0:end_time]
set logscale y
set format y "10^{%L}"
set key at screen 0.99, screen 0.5 right center maxcols 1 font small_font spacing 1.0
rows = (n_balances + 1) / 2
columns = n_balances > 1 ? 2 : 1
set multiplot layout rows, columns margins 0.1, 0.78, 0.1, 0.94 spacing 0.1, 0.36 / (rows + 1.0)
do for [k = 1:n_balances] {
  if (k > n_balances - columns) { set xlabel "time t [s]" }
  set label 1 balance_title[k] at graph 0, graph 1.06 left
  plot for [w in in_order] data(int(w), "balances") using 1:(column(balance_column[k]) > 0 ? column(balance_column[k]) : NaN) \
       with lines lc rgb run_colour(int(w)) lw 1.5 dt run_dash(int(w)) title run_label(int(w))
  unset key
}
unset multiplot
