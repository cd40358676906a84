# SPDX-License-Identifier: MIT

# ---- normal force, friction force and joint force of a link; [Kubas 2021] Figs. 8 to 10 and 17 to 19 ------------------
set xrange [begin_time:end_time]
set autoscale yfix
set offsets 0, 0, graph 0.04, graph 0.04
unset key
eval grow_for_runs
eval panels(3, 1, 90, side_room, axis_room, 15, 0, 30)
set format x ""
set ylabel "normal force N [N]"
plot for [w in in_order] data(int(w), "link") using 1:2 with lines lc rgb run_colour(int(w)) lw link_width(int(w)) dt link_dash(int(w)) notitle
set ylabel "friction force T [N]"
plot for [w in in_order] data(int(w), "link") using 1:3 with lines lc rgb run_colour(int(w)) lw link_width(int(w)) dt link_dash(int(w)) notitle
set format x "%h"
set xlabel "time t [s]"
set ylabel "force of the joint F [N]"
plot for [w in in_order] data(int(w), "link") using 1:4 with lines lc rgb run_colour(int(w)) lw link_width(int(w)) dt link_dash(int(w)) notitle
eval legend_of('for [w in in_order] NaN with lines lc rgb run_colour(int(w)) lw link_width(int(w)) dt link_dash(int(w))' \
  . ' title run_label(int(w))')
unset multiplot
