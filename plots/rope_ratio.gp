# SPDX-License-Identifier: MIT

# ---- the ratio of the forces over what is varied; [Konyukhov 2021] Figs. 16, 17, 20, 22, 24 -----------------------------
set xlabel swept_label
set ylabel "ratio of the forces T_0/T"
set autoscale xfix
if (sweeps_tension) { set logscale x }
if (!sweeps_tension) { set offsets graph 0.02, graph 0.02, graph 0.04, graph 0.04 }
plot for [w in in_order] data(int(w), "history") using 1:2 with linespoints lc rgb run_colour(int(w)) \
     dt run_dash(int(w)) lw run_width(int(w)) pt (run_is_exact[int(w)] ? 0 : 7) ps 0.5 title run_label(int(w))
