# SPDX-License-Identifier: MIT

# ---- strain along the contour at a few instants, [Oborin 2018] Fig. 2 ------------------------------------------------
set xrange [0:L]
set xlabel "contour coordinate σ [m]"
set ylabel "strain ε [–]"
set key bottom right font small_font width -4
set tmargin 2.5
set offsets 0, 0, graph 0.04, graph 0.04
eval regions_on_x
instant_dash(k) = k == 1 ? 2 : k == 2 ? 4 : 1
plot for [w in in_order] for [k = 1:n_instants] data(int(w), "profiles") index k - 1 using 1:2 with lines \
     lc rgb (run_is_exact[int(w)] ? exact_colour : colour[(k - 1) % 8 + 1]) lw (run_is_exact[int(w)] ? 1 : 2.5) \
     dt pick(run_is_exact[int(w)], 3, instant_dash(k)) \
     title (run_is_exact[int(w)] ? (k > 1 ? "" : run_label(int(w))) : sprintf("t = %.4g s", instant[k]))
