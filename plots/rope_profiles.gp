# SPDX-License-Identifier: MIT

# ---- force and contact pressure along the rope in the last state -------------------------------------------------------
set multiplot layout 2, 1 margins 0.11, 0.69, 0.105, 0.97 spacing 0.06
set autoscale xfix
set yrange [0:*]
set offsets 0, 0, graph 0.04, 0
set format x ""
set ylabel "force [N]"
plot for [w in in_order] data(int(w), "last_profile") using 1:3 with lines lc rgb run_colour(int(w)) \
     dt run_dash(int(w)) lw run_width(int(w)) title run_label(int(w))
unset key
set format x "%g"
set xlabel "path coordinate σ [m]"
set ylabel "contact pressure [N/m]"
plot for [w in in_order] data(int(w), "last_profile") using 1:7 with lines lc rgb run_colour(int(w)) \
     dt run_dash(int(w)) lw run_width(int(w)) notitle
unset multiplot
