# SPDX-License-Identifier: MIT

# ---- creep, slip arcs and span forces against the torque of the loaded pulley ------------------------------------------
# Columns of the load data.
creep(k) = 5 * k - 3
arc(k) = 5 * k - 2
eytelwein(k) = 5 * k - 1
creep_error(k) = 5 * k
arc_error(k) = 5 * k + 1
force(k) = 5 * n_pulleys + 1 + k
# Few pulleys have a panel each for their slip arcs. Where pulleys or spans share a panel, they are told apart by points
# on the curves, the runs by colours.
n_arc_panels = n_pulleys > 3 ? 1 : n_pulleys
all_pulleys = ""
do for [k = 1:n_pulleys] { all_pulleys = all_pulleys . sprintf(" %d", k) }
arcs_in(p) = n_arc_panels == 1 ? all_pulleys : sprintf("%d", p)
all_creeping = ""
do for [j = 1:n_creeping] { all_creeping = all_creeping . sprintf(" %d", creeping[j]) }
points_are_of_pulleys = n_arc_panels < n_pulleys || n_creeping > 1
point(k) = 4 + 2 * ((k - 1) % 5)
most = 0
array rows[n_runs]
do for [w in in_order] {
  stats data(int(w), "load") using 1 nooutput
  most = max(most, STATS_max)
  rows[int(w)] = STATS_records
}
marked(i) = max(1, int(rows[i] / 12))
n_panels = (n_creeping > 0) + n_arc_panels + 1
n_columns = width < 640 ? 1 : 2
n_rows = ceil(1.0 * n_panels / n_columns)
if (!is_height_given) { height = shrunk(330.0) * n_rows }
unset key
eval grow_for_legend(n_runs + n_pulleys + 1, longest_of(1, 15))
eval panels(n_rows, n_columns, is_narrow ? number_room : 85, side_room, axis_room, title_room, 90, row_room)
set xrange [0:1.02 * most]
eval tics_on_x(0, most)
load_axis = 'panel = panel + 1; if (panel > n_panels - n_columns) { set xlabel "torque on " . pulley_label(loaded) . " [N m]" noenhanced }'
# The values of a column of these pulleys and all runs, scaled; the axis begins at 0 unless they are clearly below it.
fit_load = 'set autoscale y; low = 0.0; high = -1e300; do for [w in in_order] { do for [k in shown] {' \
  . 'stats data(int(w), "load") using (valid(column_of_load(int(k))) ? value_of_load(int(k)) : 0) nooutput;' \
  . 'low = min(low, STATS_min); high = max(high, STATS_max) } };' \
  . 'if (low > -0.1 * high) { low = 0.0 }; eval fit_range; if (low >= 0) { set yrange [0 : high + room_beyond] }'
# A bar for each error, no lower than `least`. Bars are vectors: `yerrorbars` would erase the curves around their points.
bar_low(value, error) = error == error ? max(least, value - error) : NaN
value_of_load(k) = scale_of_load * column(column_of_load(k))
error_at_load(k) = scale_of_load * column(error_of_load(k))
curves_of_load = 'for [w in in_order] for [k in shown] data(int(w), "load") using 1:(value_of_load(int(k))) with lines' \
  . ' lc rgb run_colour(int(w)) lw run_width(int(w)) dt run_dash(int(w)) notitle'
bars_of_load = 'for [w in in_order] for [k in shown] data(int(w), "load")' \
  . ' using 1:(bar_low(value_of_load(int(k)), error_at_load(int(k)))):(0):' \
  . '(value_of_load(int(k)) + error_at_load(int(k)) - bar_low(value_of_load(int(k)), error_at_load(int(k))))' \
  . ' with vectors heads size screen 3.0 / width, 90 lc rgb run_colour(int(w)) lw 1 notitle'
points_where(several) = several ? ', for [w in in_order] for [k in shown] data(int(w), "load")' \
  . ' using 1:(value_of_load(int(k))) every marked(int(w))' \
  . ' with points lc rgb run_colour(int(w)) pt point(int(k)) ps 0.7 notitle' : ""
panel = 0
scale_of_load = 100
column_of_load(k) = creep(k)
error_of_load(k) = creep_error(k)
least = -1e300
if (n_creeping > 0) {
  shown = all_creeping
  eval load_axis
  eval fit_load
  set ylabel "creep [%]"
  set label 1 sprintf("%s", n_creeping == 1 ? pulley_label(creeping[1]) : "") at graph 0, graph 1 left offset 0, 0.7 noenhanced
  eval "plot " . curves_of_load . ", " . bars_of_load . points_where(n_creeping > 1)
}
scale_of_load = 1
column_of_load(k) = arc(k)
error_of_load(k) = arc_error(k)
least = 0
set ylabel "slip arc β [rad]"
do for [p = 1:n_arc_panels] {
  shown = arcs_in(p)
  eval load_axis
  eval fit_load
  set label 1 sprintf("%s", n_arc_panels == 1 ? "" : pulley_label(p)) at graph 0, graph 1 left offset 0, 0.7 noenhanced
  eval 'plot for [k in shown] data(int(word(in_order, n_runs)), "load") using 1:(column(eytelwein(int(k)))) with lines lc rgb "#bbbbbb" lw 4 notitle,' \
    . curves_of_load . ", " . bars_of_load . points_where(n_arc_panels < n_pulleys)
}
column_of_load(k) = force(k)
shown = all_pulleys
eval load_axis
set autoscale y
low = 1e300
high = -1e300
do for [w in in_order] { do for [k in shown] {
  stats data(int(w), "load") using (column(force(int(k)))) nooutput
  low = min(low, STATS_min)
  high = max(high, STATS_max)
} }
eval fit_range
unset label 1
set ylabel "span force N [N]"
eval "plot " . curves_of_load . points_where(1)
eval legend_of('NaN with lines lc rgb "#bbbbbb" lw 4 title "Euler-Eytelwein", ' . curves_of_runs \
  . ', for [k = 1:n_pulleys] NaN with points lc rgb "#555555" pt point(k) ps 0.7 title sprintf(points_are_of_pulleys ? "pulley, span %d" : "span %d", k)')
unset multiplot
