# SPDX-License-Identifier: MIT

# ---- creep, slip arcs and span forces against the torque of the loaded pulley ------------------------------------------
# Columns of the load data.
creep(k) = 5 * k - 3
arc(k) = 5 * k - 2
eytelwein(k) = 5 * k - 1
creep_error(k) = 5 * k
arc_error(k) = 5 * k + 1
force(k) = 5 * n_pulleys + 1 + k
# Pulleys and spans are told apart by points on the curves, the runs by colours.
point(k) = 4 + 2 * ((k - 1) % 5)
# Bars at some rows only: a point without an error has none.
barred(value, error) = error == error ? value : NaN
# No room below: creep and arcs begin at 0, and an axis that began lower would do so at the next number.
set offsets 0, 0, graph 0.05, 0
most = 0
array rows[n_runs]
do for [w in in_order] {
  stats data(int(w), "load") using 1 nooutput
  most = max(most, STATS_max)
  rows[int(w)] = STATS_records
}
marked(i) = max(1, int(rows[i] / 12))
set xrange [0:1.02 * most]
unset key
eval grow_for_legend(n_runs + n_pulleys + 1, longest_of(1, 15))
eval panels(3, 1, number_room, side_room, axis_room, 12, 0, 24)
eval tics_on_x(0, most)
set format x ""
set ylabel n_creeping == 1 ? sprintf("creep of pulley %d [%%]", creeping[1]) : "creep [%]"
if (n_creeping > 0) {
  plot for [w in in_order] for [j = 1:n_creeping] data(int(w), "load") using 1:(100 * column(creep(creeping[j]))) with lines \
       lc rgb run_colour(int(w)) lw run_width(int(w)) dt run_dash(int(w)) notitle, \
       for [w in in_order] for [j = 1:n_creeping] data(int(w), "load") \
       using 1:(barred(100 * column(creep(creeping[j])), column(creep_error(creeping[j])))):(100 * column(creep_error(creeping[j]))) \
       with yerrorbars lc rgb run_colour(int(w)) lw 1 pt point(creeping[j]) ps 0.5 notitle
} else {
  set multiplot next
}
set ylabel "slip arc β [rad]"
plot for [k = 1:n_pulleys] data(int(word(in_order, n_runs)), "load") using 1:(column(eytelwein(k))) with lines \
     lc rgb "#bbbbbb" lw 4 notitle, \
     for [w in in_order] for [k = 1:n_pulleys] data(int(w), "load") using 1:(column(arc(k))) with lines \
     lc rgb run_colour(int(w)) lw run_width(int(w)) dt run_dash(int(w)) notitle, \
     for [w in in_order] for [k = 1:n_pulleys] data(int(w), "load") \
     using 1:(barred(column(arc(k)), column(arc_error(k)))):(column(arc_error(k))) \
     with yerrorbars lc rgb run_colour(int(w)) lw 1 pt point(k) ps 0.5 notitle, \
     for [w in in_order] for [k = 1:n_pulleys] data(int(w), "load") using 1:(column(arc(k))) every marked(int(w)) with points \
     lc rgb run_colour(int(w)) pt point(k) ps 0.7 notitle
set format x
set offsets 0, 0, graph 0.05, graph 0.02
set xlabel "torque on " . pulley_label(loaded) . " [N m]" noenhanced
set ylabel "span force N [N]"
plot for [w in in_order] for [k = 1:n_pulleys] data(int(w), "load") using 1:(column(force(k))) with lines \
     lc rgb run_colour(int(w)) lw run_width(int(w)) dt run_dash(int(w)) notitle, \
     for [w in in_order] for [k = 1:n_pulleys] data(int(w), "load") using 1:(column(force(k))) every marked(int(w)) with points \
     lc rgb run_colour(int(w)) pt point(k) ps 0.7 notitle
eval legend_of('NaN with lines lc rgb "#bbbbbb" lw 4 title "Euler-Eytelwein", ' . curves_of_runs \
  . ', for [k = 1:n_pulleys] NaN with points lc rgb "#555555" pt point(k) ps 0.7 title sprintf("pulley, span %d", k)')
unset multiplot
