# SPDX-License-Identifier: MIT

# ---- the speed of the middle of the rope across its course --------------------------------------------------------------
set autoscale xfix
if (sweeps_tension) { set logscale x }
set xlabel swept_label
set ylabel "speed across the course [m/s]"
plot for [w in in_order] data(int(w), "history") using 1:6 with linespoints lc rgb run_colour(int(w)) \
     dt run_dash(int(w)) lw run_width(int(w)) pt (run_is_exact[int(w)] ? 0 : 7) ps 0.5 title run_label(int(w))
