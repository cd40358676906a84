# SPDX-License-Identifier: MIT

# ---- the largest friction of each pull over its rate -----------------------------------------------------------------
set xlabel "rate of the pull [N/s]"
set ylabel "break-away force [N]"
set logscale x
set format x "10^{%L}"
set autoscale yfix
set offsets graph 0.03, graph 0.03, graph 0.04, graph 0.04
plot for [w in in_order] data(int(w), "break_away") using 1:2 with linespoints pt 7 ps 0.6 lc rgb run_colour(int(w)) \
     lw run_width(int(w)) dt run_dash(int(w)) title run_label(int(w))
