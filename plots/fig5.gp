# SPDX-License-Identifier: MIT

# ---- speed of the first node, [Oborin 2018] Fig. 5 -------------------------------------------------------------------
# The envelopes are the extremes within envelope_window; they have no limit as the time step tends to zero.
set xrange [begin_time:end_time]
set xlabel "time t [s]"
set ylabel "speed of node 1 v₁ [m/s]"
set key bottom left
set arrow 1 from begin_time, V1 to end_time, V1 nohead lc rgb "#999999" dt 3 back
set arrow 2 from begin_time, V2 to end_time, V2 nohead lc rgb "#999999" dt 3 back
set label 1 "V₁" at end_time, V1 offset 0.4, 0
set label 2 "V₂" at end_time, V2 offset 0.4, 0
set rmargin 5
plot for [i = 1:n_runs] data(i, "node_speed") using 1:2:3 with filledcurves lc rgb "#dde6ee" notitle, \
     for [i = 1:n_runs] for [k = 2:3] data(i, "node_speed") using 1:k with lines lc rgb "#0072b2" lw 1 dt 2 \
     title (k == 3 ? "" : sprintf("envelopes, window %.3g s", envelope_window)), \
     for [i = 1:n_runs] data(i, "node_speed") using 1:4 with lines lc rgb "#000000" lw 2 \
     title sprintf("%s, smoothed over %.3g s", run_title[i], smoothing_width)
