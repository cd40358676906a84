# SPDX-License-Identifier: MIT

# ---- strain of the tight span in every formulation, [Oborin 2018] Fig. 9 ---------------------------------------------
set xrange [begin_time:end_time]
set multiplot
set lmargin 13
set rmargin 3
set origin 0, 0.45
set size 1, 0.55
set autoscale yfix
set offsets 0, 0, graph 0.03, graph 0.01
set ylabel "strain of the tight span ε₊ [–]"
set key bottom right maxrows 14 font small_font spacing 1.0 width -5
eval marks_on_x
plot for [w in in_order] data(int(w), "history") using 1:2 with lines lc rgb run_colour(int(w)) lw run_width(int(w)) \
     dt run_dash(int(w)) title run_label(int(w))

# Each run against the exact solution of the model it converges to: only this measures its accuracy.
set origin 0, 0
set size 1, 0.45
set offsets 0, 0, 0, 0
unset label
unset key
set logscale y
set yrange [1e-8:1]
set format y "10^{%L}"
set xlabel "time t [s]"
set ylabel sprintf("|ε₊ – exact| / max |exact| [–],\nlargest within %.2g s", envelope_window)
measured = ""
do for [i = 1:n_runs] { if (run_has_difference[i]) { measured = measured . sprintf(" %d", i) } }
if (measured ne "") {
  plot for [m in measured] data(int(m), "difference") using 1:($2 > 0 ? $2 : NaN) with lines lc rgb run_colour(int(m)) \
       lw (run_is_exact[int(m)] ? 1.2 : 2) dt run_dash(int(m)) notitle
}
unset multiplot
