# SPDX-License-Identifier: MIT

# ---- relative errors over what is varied: filled points too high, open ones too low --------------------------------------
set logscale y
set format y "10^{%L}"
set xlabel swept_label
set ylabel "relative error of T_0/T, filled: too high, open: too low"
set autoscale xfix
if (sweeps_tension) { set logscale x }
if (!sweeps_tension) { set offsets graph 0.02, graph 0.02, 0, 0 }
part(x, y) = x > 0 ? y : NaN
plot for [w in in_order] data(int(w), "history") using 1:(abs($3)) with lines lc rgb run_colour(int(w)) \
       dt run_dash(int(w)) lw 1.2 notitle, \
     for [w in in_order] data(int(w), "history") using 1:(part(-$3, -$3)) with points lc rgb run_colour(int(w)) pt 6 \
       ps 0.7 lw 1.5 notitle, \
     for [w in in_order] data(int(w), "history") using 1:(part($3, $3)) with points lc rgb run_colour(int(w)) pt 7 \
       ps 0.7 notitle, \
     for [w in in_order] NaN with linespoints lc rgb run_colour(int(w)) dt run_dash(int(w)) lw 1.2 pt 7 ps 0.7 \
       title run_label(int(w))
