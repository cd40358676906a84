# SPDX-License-Identifier: MIT

# ---- hysteresis: the friction force over the position ----------------------------------------------------------------
set xlabel position_label
set ylabel "friction force [N]"
set autoscale xfix
set autoscale yfix
set offsets graph 0.03, graph 0.03, graph 0.04, graph 0.04
plot for [w in in_order] data(int(w), "history") using (position_scale * $2):4 with lines lc rgb run_colour(int(w)) \
     lw run_width(int(w)) dt run_dash(int(w)) title run_label(int(w))
