# SPDX-License-Identifier: MIT

# ---- strains of the spans with a zoom on the saw, [Oborin 2018] Fig. 4 -----------------------------------------------
array branch[2] = ["ε₊ tight span", "ε₋ slack span"]
set multiplot
set xrange [begin_time:end_time]
set xlabel "time t [s]"
set ylabel "strain of the span ε [–]"
set key at graph 0.98, graph 0.36 right top
set xzeroaxis lc rgb "#888888" lt 1
eval marks_on_x
plot for [w in in_order] for [k = 1:2] data(int(w), "history") using 1:(column(1 + k)) with lines \
     lc rgb (run_is_exact[int(w)] ? exact_colour : colour[k]) lw (run_is_exact[int(w)] ? 1 : 2) \
     dt pick(run_is_exact[int(w)], 3, 1) \
     title (run_is_exact[int(w)] ? (k == 2 ? "" : run_label(int(w))) : sprintf("%s, %s", branch[k], run_title[int(w)]))

# The last hundredth of the run, every step of it.
unset arrow
unset label
unset xzeroaxis
unset xlabel
unset ylabel
unset key
set border 15
set tics font small_font
set origin 0.42, 0.53
set size 0.55, 0.31
begin = end_time - 0.01 * (end_time - begin_time)
set datafile separator comma
history(i) = sprintf("../%s/history.csv", run_name[i])
stats history(int(word(in_order, 1))) using (column("time [s]") >= begin ? column("strain_tight [-]") : NaN) nooutput
decade = 10 ** floor(log10(STATS_max - STATS_min + 1e-300))
set ytics decade * ceil((STATS_max - STATS_min) / decade / 3.0)
set xtics begin, 0.25 * (end_time - begin)
set xrange [begin:end_time]
set title "ε₊ in the last hundredth, every step" font small_font offset 0, -0.7
set offsets 0, 0, graph 0.1, graph 0.1
plot for [w in in_order] history(int(w)) using (column("time [s]")):(column("strain_tight [-]")) with lines \
     lc rgb (run_is_exact[int(w)] ? exact_colour : colour[1]) lw (run_is_exact[int(w)] ? 1 : 1.5) \
     dt pick(run_is_exact[int(w)], 3, 1)
unset multiplot
