# SPDX-License-Identifier: MIT

# ---- the friction force in time, and where the slip begins; [Ntarladima 2023] Fig. 7 ---------------------------------
has_zoom = zoom_begin > 0 || zoom_end < end_time
set autoscale yfix
set offsets 0, 0, graph 0.04, graph 0.04
unset key
eval panels(has_zoom ? 2 : 1, 1, 90, side_room, axis_room, 15, 0, 60)
set xrange [begin_time:end_time]
set ylabel "friction force [N]"
if (!has_zoom) { set xlabel "time t [s]" }
plot for [w in own] data(int(w), "history") using 1:4 with lines lc rgb run_colour(int(w)) lw run_width(int(w)) \
     dt run_dash(int(w)) notitle, \
     for [j = 1:n_published] data(other(j), "history") using 1:4 every 8 with points pt 6 ps 0.35 lc rgb exact_colour notitle
if (has_zoom) {
  set xrange [zoom_begin:zoom_end]
  set xlabel "time t [s], the first slip"
  plot for [w in own] data(int(w), "history") using 1:4 with lines lc rgb run_colour(int(w)) lw run_width(int(w)) \
       dt run_dash(int(w)) notitle, \
       for [j = 1:n_published] data(other(j), "history") using 1:4 with points pt 6 ps 0.35 lc rgb exact_colour notitle
}
eval legend_of_rig
unset multiplot
