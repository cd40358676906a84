# SPDX-License-Identifier: MIT

# ---- strains of the spans --------------------------------------------------------------------------------------------
set xrange [begin_time:end_time]
set xlabel "time t [s]"
set ylabel "strain of the span ε [–]: ε₊ wide, ε₋ narrow"
set xzeroaxis lc rgb "#888888" lt 1
eval grow_for_runs
eval key_below
plot for [w in in_order] data(int(w), "history") using 1:2 with lines lc rgb run_colour(int(w)) \
     lw 1.5 * run_width(int(w)) dt run_dash(int(w)) title run_label(int(w)), \
     for [w in in_order] data(int(w), "history") using 1:3 with lines lc rgb run_colour(int(w)) \
     lw 0.6 * run_width(int(w)) dt run_dash(int(w)) notitle
