# SPDX-License-Identifier: MIT

# ---- creep, slip arcs and span forces of steady motion against the torque of pulley 2 --------------------------------
span_speed(k) = span_force(k) + 1
size_of(x) = x < 0 ? -x : x
creep(v, w) = v == 0 || w == 0 ? NaN : 100.0 * (1.0 - (size_of(v) < size_of(w) ? v / w : w / v))
set offsets 0, 0, graph 0.05, 0
set xrange [0:*]
set autoscale xfixmax
unset key
eval grow_for_runs
eval panels(3, 1, 90, 25, axis_room, 20, 0, 40)
set format x ""
set ylabel "creep of the belt [%]"
plot for [w in in_order] data(int(w), "history") \
     using (size_of(column(torque(2)))):(creep(column(span_speed(1)), column(span_speed(2)))) with lines \
     lc rgb run_colour(int(w)) lw run_width(int(w)) dt run_dash(int(w)) notitle
set ylabel "slip arc β [rad]"
set label 1 "a curve for each pulley" at graph 0.01, graph 0.92 left font small_font tc rgb "#555555"
plot for [w in in_order] for [k = 1:n_pulleys] data(int(w), "history") \
     using (size_of(column(torque(2)))):(column(slip_arc(k))) with lines lc rgb run_colour(int(w)) \
     lw run_width(int(w)) dt run_dash(int(w)) notitle
set format x
set xlabel "torque on " . pulley_label(2) . ", magnitude [N m]" noenhanced
set ylabel "span force N [N]"
set label 1 "a curve for each span"
plot for [w in in_order] for [k = 1:n_pulleys] data(int(w), "history") \
     using (size_of(column(torque(2)))):(column(span_force(k))) with lines lc rgb run_colour(int(w)) \
     lw run_width(int(w)) dt run_dash(int(w)) notitle
eval legend_of_runs
unset multiplot
