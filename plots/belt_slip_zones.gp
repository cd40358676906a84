# SPDX-License-Identifier: MIT

# ---- stick and slip in space and time --------------------------------------------------------------------------------
# The spans, where nothing slips, are all drawn at one short length.
mean_arc = 0
do for [k = 1:n_pulleys] { mean_arc = mean_arc + arc_length[k] / n_pulleys }
drawn_span = 0.3 * mean_arc
array drawn_start[n_pulleys]
drawn_length = 0
do for [k = 1:n_pulleys] {
  drawn_start[k] = drawn_length
  drawn_length = drawn_length + arc_length[k] + drawn_span
}
zone(s, k) = k >= n_pulleys || s < arc_start[k + 1] ? k : zone(s, k + 1)
on_arc(s, k) = drawn_start[k] + s - arc_start[k]
in_span(s, k) = drawn_start[k] + arc_length[k] + (s - arc_start[k] - arc_length[k]) * drawn_span / span_length[k]
drawn_in(s, k) = s < arc_start[k] + arc_length[k] ? on_arc(s, k) : in_span(s, k)
drawn(s) = drawn_in(s, zone(s, 1))
set xrange [begin_time:end_time]
set yrange [0:drawn_length]
unset grid
set border 2
set style fill solid 1.0 noborder
unset key
eval grow_for_legend(3, 13)
# The room for the names of the pulleys at the right.
longest_name = 6
do for [k = 1:n_pulleys] { longest_name = max(longest_name, strlen(short_label(k))) }
name_room = (is_narrow ? 6.5 : 8.5) * longest_name + 20
least_inner = 45.0 * n_pulleys
eval panels(n_rows, n_columns, is_narrow ? number_room + 8 : 95, name_room, axis_room, title_room, 80 + name_room, row_room)
# Places and names that have room above the one below them.
room_of_text = 1.2 * letter_height * drawn_length / panel_height
highest = -room_of_text
add_tic(s, y) = y < highest + room_of_text ? "" : sprintf('set ytics add ("%.4g" %.10g); highest = %.10g', s, y, y)
set ytics ()
do for [k = 1:n_pulleys] {
  eval add_tic(arc_start[k], drawn_start[k])
  eval add_tic(arc_start[k] + arc_length[k], drawn_start[k] + arc_length[k])
  set object k rectangle from graph 0, first drawn_start[k] to graph 1, first drawn_start[k] + arc_length[k] \
      fc rgb "#d9d9d9" fs solid noborder behind
  set label 100 + k short_label(k) at graph 1.01, first drawn_start[k] + 0.5 * arc_length[k] noenhanced
  if (0.5 * (arc_length[k] + drawn_span) > room_of_text) {
    set label 120 + k sprintf("span %d", k) at graph 1.01, first drawn_start[k] + arc_length[k] + 0.5 * drawn_span
  }
}
do for [i = 1:n_runs] {
  if (i > n_runs - n_columns) { set xlabel "time t [s]" }
  if (n_columns == 1 || i % 2 == 1) { set ylabel panel_height < 11 * letter_height ? "σ [m]" : "path coordinate σ [m]" } else { unset ylabel }
  set label 1 run_label(i) at graph 0, graph 1 left offset 0, 0.7 noenhanced
  plot data(i, "forward") using 1:(drawn($2)):(drawn($3)) with filledcurves fc rgb light notitle, \
       data(i, "backward") using 1:(drawn($2)):(drawn($3)) with filledcurves fc rgb dark notitle, \
       for [direction in "forward backward"] for [k = 2:3] data(i, direction) using 1:(drawn(column(k))) with lines \
       lc rgb "black" lw 1 notitle
}
eval legend_of('NaN with boxes fc rgb "#d9d9d9" fs solid title "stick or free", ' \
  . 'NaN with boxes fc rgb light fs solid title "slip forward", NaN with boxes fc rgb dark fs solid title "slip backward"')
unset multiplot
