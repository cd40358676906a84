# SPDX-License-Identifier: MIT

# ---- normal force, friction force and joint force of a link; [Kubas 2021] Figs. 8 to 10 and 17 to 19 ------------------
set xrange [0:end_time]
set autoscale yfix
set offsets 0, 0, graph 0.04, graph 0.04
set key at screen 0.97, screen 0.998 right top horizontal nobox font small_font width -2
set multiplot layout 3, 1 margins 0.12, 0.97, 0.095, 0.955 spacing 0.05
set format x ""
set ylabel "normal force N [N]"
plot for [w in in_order] data(int(w), "link") using 1:2 with lines lc rgb run_colour(int(w)) lw link_width(int(w)) dt link_dash(int(w)) \
     title run_label(int(w))
set ylabel "friction force T [N]"
plot for [w in in_order] data(int(w), "link") using 1:3 with lines lc rgb run_colour(int(w)) lw link_width(int(w)) dt link_dash(int(w)) \
     title ""
set format x "%h"
set xlabel "time t [s]"
set ylabel "force of the joint F [N]"
plot for [w in in_order] data(int(w), "link") using 1:4 with lines lc rgb run_colour(int(w)) lw link_width(int(w)) dt link_dash(int(w)) \
     title ""
unset multiplot
