# SPDX-License-Identifier: MIT

# ---- position and velocity in time; [Ntarladima 2023] Fig. 6 ---------------------------------------------------------
set xrange [begin_time:end_time]
set autoscale yfix
set offsets 0, 0, graph 0.04, graph 0.04
unset key
eval panels(2, 1, 90, side_room, axis_room, 15, 0, 40)
set ylabel position_label
plot for [w in own] data(int(w), "history") using 1:(position_scale * $2) with lines lc rgb run_colour(int(w)) lw run_width(int(w)) \
     dt run_dash(int(w)) notitle, \
     for [j = 1:n_published] data(other(j), "history") using 1:(position_scale * $2) every 8 with points pt 6 ps 0.35 \
     lc rgb exact_colour notitle
set xlabel "time t [s]"
set ylabel "velocity v [m/s]"
plot for [w in own] data(int(w), "history") using 1:3 with lines lc rgb run_colour(int(w)) lw run_width(int(w)) \
     dt run_dash(int(w)) notitle, \
     for [j = 1:n_published] data(other(j), "history") using 1:3 every 8 with points pt 6 ps 0.35 lc rgb exact_colour notitle
eval legend_of_rig
unset multiplot
