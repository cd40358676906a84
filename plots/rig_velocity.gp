# SPDX-License-Identifier: MIT

# ---- the friction force over the velocity: in steady sliding the Stribeck curve --------------------------------------
set xlabel (periodic_begin > 0 ? "velocity v [m/s], the last periods" : "velocity v [m/s]")
set ylabel "friction force [N]"
set autoscale xfix
set autoscale yfix
set offsets graph 0.03, graph 0.03, graph 0.04, graph 0.04
plot for [w in in_order] data(int(w), "history") using ($1 >= periodic_begin ? $3 : NaN):4 with lines \
     lc rgb run_colour(int(w)) lw run_width(int(w)) dt run_dash(int(w)) title run_label(int(w))
