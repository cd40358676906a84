# SPDX-License-Identifier: MIT

# ---- strain on the driving pulley, [Oborin 2018] Fig. 8 --------------------------------------------------------------
stats [0:R1] data(int(word(in_order, n_runs)), "profiles") using 1:2 nooutput
largest = STATS_max_y > -STATS_min_y ? STATS_max_y : -STATS_min_y
exponent = floor(log10(largest + 1e-300))
unit = 10.0 ** exponent
set xrange [0:R1]
set yrange [1.08 * STATS_min_y / unit:1.08 * STATS_max_y / unit]
set xlabel "contour coordinate σ on pulley 1 [m]"
set ylabel sprintf("strain ε [10^{%d}]", exponent)
set key top right nobox
set xzeroaxis lc rgb "#888888" lt 1
set multiplot layout 1, n_instants margins 0.09, 0.98, 0.14, 0.92 spacing 0.04
do for [m = 1:n_instants] {
  if (m > 1) {
    unset key
    unset ylabel
    set format y ""
  }
  set label 1 sprintf("t = %.4g s", instant[m]) at graph 0.5, graph 1.04 center
  plot for [w in in_order] data(int(w), "profiles") index m - 1 using ($1 <= R1 ? $1 : NaN):($2 / unit) with lines \
       lc rgb run_colour(int(w)) lw run_width(int(w)) dt pick(run_is_exact[int(w)], 1, run_dash(int(w))) \
       title run_label(int(w))
}
unset multiplot
