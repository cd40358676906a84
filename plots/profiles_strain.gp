# SPDX-License-Identifier: MIT

# ---- strain along the contour at a few instants, all runs ------------------------------------------------------------
set xrange [0:L]
instants = ""
do for [k = 1:n_instants] { instants = instants . sprintf(k == 1 ? "%.4g" : ", %.4g", instant[k]) }
set xlabel sprintf("contour coordinate σ [m]     (t = %s s)", instants)
set ylabel "strain ε [–]"
eval grow_for_runs
eval key_below
set tmargin 2.5
set offsets 0, 0, graph 0.04, graph 0.04
eval regions_on_x
plot for [w in in_order] for [k = 1:n_instants] data(int(w), "profiles") index k - 1 using 1:2 with lines \
     lc rgb run_colour(int(w)) dt run_dash(int(w)) lw run_width(int(w)) title (k == n_instants ? run_label(int(w)) : "")
