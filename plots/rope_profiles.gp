# SPDX-License-Identifier: MIT

# ---- force and contact pressure along the rope in the last state -------------------------------------------------------
unset key
eval panels(2, 1, 90, side_room, axis_room, 15, 0, 30)
set autoscale xfix
set yrange [0:*]
set offsets 0, 0, graph 0.04, 0
set format x ""
set ylabel "force [N]"
plot for [w in in_order] data(int(w), "last_profile") using 1:3 with lines lc rgb run_colour(int(w)) \
     dt run_dash(int(w)) lw run_width(int(w)) notitle
set format x
set xlabel "path coordinate σ [m]"
set ylabel "contact pressure [N/m]"
plot for [w in in_order] data(int(w), "last_profile") using 1:7 with lines lc rgb run_colour(int(w)) \
     dt run_dash(int(w)) lw run_width(int(w)) notitle
eval legend_of_runs
unset multiplot
