# SPDX-License-Identifier: MIT

# ---- creep, slip arcs and span forces of steady motion against the torque of pulley 2 --------------------------------
span_speed(k) = span_force(k) + 1
size_of(x) = x < 0 ? -x : x
creep(v, w) = v == 0 || w == 0 ? NaN : 100.0 * (1.0 - (size_of(v) < size_of(w) ? v / w : w / v))
set offsets 0, 0, graph 0.05, 0
set xrange [0:*]
set key at screen 0.99, screen 0.5 right center maxcols 1 font small_font spacing 1.0
set multiplot layout 3, 1 margins 0.11, 0.74, 0.09, 0.98 spacing 0.05
set format x ""
set ylabel "creep of the belt [%]"
plot for [w in in_order] data(int(w), "history") \
     using (size_of(column(torque(2)))):(creep(column(span_speed(1)), column(span_speed(2)))) with lines \
     lc rgb run_colour(int(w)) lw run_width(int(w)) dt run_dash(int(w)) title run_label(int(w))
unset key
set ylabel "slip arc β [rad]"
plot for [w in in_order] for [k = 1:n_pulleys] data(int(w), "history") \
     using (size_of(column(torque(2)))):(column(slip_arc(k))) with lines lc rgb run_colour(int(w)) \
     lw run_width(int(w)) dt run_dash(int(w)) notitle
set format x
set xlabel "size of the moment on pulley 2 [N m]"
set ylabel "span force N [N]"
plot for [w in in_order] for [k = 1:n_pulleys] data(int(w), "history") \
     using (size_of(column(torque(2)))):(column(span_force(k))) with lines lc rgb run_colour(int(w)) \
     lw run_width(int(w)) dt run_dash(int(w)) notitle
unset multiplot
