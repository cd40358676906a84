# SPDX-License-Identifier: MIT

# ---- lengths of the slip zones, [Oborin 2018] Fig. 3 -----------------------------------------------------------------
# The signals of material nodes are low-pass filtered: best straight line under a Gaussian weight whose standard
# deviation is smoothing_width.
series(i) = data(i, run_is_exact[i] ? "history" : "smooth")
series_label(i) = run_is_exact[i] ? run_label(i) : sprintf("%s, smoothed over %.3g s", run_title[i], smoothing_width)
curves = 'plot for [w in in_order] for [k = 1:2] series(int(w)) using 1:(column(3 + k)) with lines ' \
  . 'lc rgb (run_is_exact[int(w)] ? exact_colour : colour[k]) lw (run_is_exact[int(w)] ? 1 : 2.5) ' \
  . 'dt pick(run_is_exact[int(w)], 2 + k, k) title sprintf("pulley %d, %s", k, series_label(int(w)))'
set multiplot
set lmargin at screen 0.10
set rmargin at screen 0.97
set tmargin at screen 0.97
set bmargin at screen 0.28
set xrange [begin_time:end_time]
set yrange [0:*]
set xlabel "time t [s]"
set ylabel "length of the slip zone c [m]"
set key at screen 0.53, screen 0.01 center bottom nobox
set offsets 0, 0, graph 0.05, 0
mark_height = 0.94
eval marks_on_x
eval curves

# The kinks where the unstrained zones collapse, shortly before the strain that entered first has travelled R at V.
kink = R1 / V1
unset label
unset key
unset xlabel
unset ylabel
set lmargin at screen 0.50
set rmargin at screen 0.94
set tmargin at screen 0.78
set bmargin at screen 0.43
set xrange [0.65 * kink:1.15 * kink]
set yrange [*:*]
set offsets 0, 0, 0, 0
set xtics 0.1 * kink
set tics font small_font
set border 15
mark_height = 0.9
eval marks_on_x
eval curves
unset multiplot
