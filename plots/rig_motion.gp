# SPDX-License-Identifier: MIT

# ---- position and velocity in time; [Ntarladima 2023] Fig. 6 ---------------------------------------------------------
set xrange [0:end_time]
set autoscale yfix
set offsets 0, 0, graph 0.04, graph 0.04
set key at screen 0.99, screen 0.5 right center maxcols 1 font small_font spacing 1.0
set multiplot layout 2, 1 margins 0.12, 0.66, 0.11, 0.98 spacing 0.07
set ylabel position_label
plot for [w in own] data(int(w), "history") using 1:(position_scale * $2) with lines lc rgb run_colour(int(w)) lw run_width(int(w)) \
     dt run_dash(int(w)) title run_label(int(w)), \
     for [j = 1:n_published] data(other(j), "history") using 1:(position_scale * $2) every 8 with points pt 6 ps 0.35 \
     lc rgb exact_colour title (n_published ? run_label(other(j)) : "")
unset key
set xlabel "time t [s]"
set ylabel "velocity v [m/s]"
plot for [w in own] data(int(w), "history") using 1:3 with lines lc rgb run_colour(int(w)) lw run_width(int(w)) \
     dt run_dash(int(w)) notitle, \
     for [j = 1:n_published] data(other(j), "history") using 1:3 every 8 with points pt 6 ps 0.35 lc rgb exact_colour notitle
unset multiplot
