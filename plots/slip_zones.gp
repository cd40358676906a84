# SPDX-License-Identifier: MIT

# ---- stick and slip in space and time --------------------------------------------------------------------------------
# The spans, where nothing slips, are drawn shorter than they are.
drawn_span = 0.3 * (R1 < R2 ? R1 : R2)
squeeze = drawn_span / span
drawn(s) = s < R1 ? s : s < entry2 ? R1 + squeeze * (s - R1) : s < exit2 ? R1 + drawn_span + s - entry2 \
           : R1 + drawn_span + R2 + squeeze * (s - exit2)
stick_colour = "#d9d9d9"
set xrange [begin_time:end_time]
set yrange [0:drawn(L)]
unset grid
set border 2
set ytics ()
add_tic(s) = sprintf('set ytics add ("%.4g" %.10g);', s, drawn(s))
eval add_tic(0) . add_tic(0.5 * R1) . add_tic(R1) . add_tic(entry2) . add_tic(entry2 + 0.5 * R2) . add_tic(exit2) \
     . add_tic(L)
mark_height = 0.96
eval marks_on_x
unset key
eval grow_for_legend(3, 13)
eval panels(n_rows, n_columns, 95, 110, axis_room, 32, 190, 62)
do for [i = 1:n_runs] {
  if (i > n_runs - n_columns) { set xlabel "time t [s]" }
  if (n_columns == 1 || i % 2 == 1) { set ylabel "contour coordinate σ [m]" } else { unset ylabel }
  set object 1 rectangle from graph 0, first 0 to graph 1, first drawn(R1) fc rgb stick_colour fs solid noborder behind
  set object 2 rectangle from graph 0, first drawn(entry2) to graph 1, first drawn(exit2) fc rgb stick_colour fs solid \
      noborder behind
  set label 1 run_label(i) at graph 0, graph 1 left offset 0, 0.7 noenhanced
  set label 2 "pulley 1" at graph 1.01, first drawn(0.5 * R1)
  set label 3 "slack span" at graph 1.01, first drawn(R1 + 0.5 * span)
  set label 4 "pulley 2" at graph 1.01, first drawn(entry2 + 0.5 * R2)
  set label 5 "tight span" at graph 1.01, first drawn(exit2 + 0.5 * span)
  plot data(i, "forward") using 1:(drawn($2)):(drawn($3)) with filledcurves fc rgb light notitle, \
       data(i, "backward") using 1:(drawn($2)):(drawn($3)) with filledcurves fc rgb dark notitle, \
       for [direction in "forward backward"] for [k = 2:3] data(i, direction) using 1:(drawn(column(k))) with lines \
       lc rgb "black" lw 1 notitle
}
eval legend_of('NaN with boxes fc rgb stick_colour fs solid title "stick", ' \
  . 'NaN with boxes fc rgb light fs solid title "slip forward", NaN with boxes fc rgb dark fs solid title "slip backward"')
unset multiplot
