# SPDX-License-Identifier: MIT

# ---- the belt, coloured by its contact, with the pressure as a comb; a panel for each run ----------------------------
highest = 0
do for [i = 1:n_runs] {
  stats data(i, "comb") using 5 nooutput
  highest = STATS_max > highest ? STATS_max : highest
}
comb = highest > 0 ? 0.13 * drive_size / highest : 0
bar_y = y_low - 2.3 * room
eval picture_axes
unset key
# Each picture fills its frame, the drive in its middle: gnuplot would put it to the left.
x_size = x_high - x_low + 5 * room
y_size = y_high - y_low + 6 * room
n_columns = n_runs > 1 && width >= 640 && x_size < 2.2 * y_size ? 2 : 1
n_rows = ceil(1.0 * n_runs / n_columns)
frame_width = (width - 20.0 - 10.0 * (n_columns - 1)) / n_columns
fitting = n_rows * (26 + max(200.0, min(520.0, frame_width * y_size / x_size)))
height = is_height_given ? max(height, 0.6 * fitting) : fitting
eval grow_for_legend(5, 24)
frame_height = (height - legend_height - 4.0) / n_rows - 26
beside = 0.5 * max(0.0, y_size * frame_width / frame_height - x_size)
above = 0.5 * max(0.0, x_size * frame_height / frame_width - y_size)
set xrange [x_low - 2.5 * room - beside : x_high + 2.5 * room + beside]
set yrange [y_low - 2.5 * room - above : y_high + 3.5 * room + above]
eval panels(n_rows, n_columns, 10, 10, 4, 26, 10, 26)
do for [i = 1:n_runs] {
  set label 2 sprintf("%s,  t = %.4g s", run_label(i), shape_time[i]) at graph 0.01, graph 1 left offset 0, 0.6 noenhanced
  plot data(i, "pulleys") using (pivot_x[int($0) + 1]):(pivot_y[int($0) + 1]):($1 - pivot_x[int($0) + 1]) \
         :($2 - pivot_y[int($0) + 1]) with vectors nohead lc rgb "#b0b0b0" lw 7 notitle, \
       "" using (pivot_x[int($0) + 1]):(pivot_y[int($0) + 1]) with points pt 7 ps 0.9 lc rgb "#666666" notitle, \
       "" using 1:2:3 with circles fc rgb "#f2f2f2" notitle, \
       "" using 1:2:(0.82 * $3 * cos($4)):(0.82 * $3 * sin($4)) with vectors nohead lc rgb "#9a9a9a" lw 1.5 notitle, \
       "" using 1:2:(0.03 * drive_size) with circles fc rgb "white" notitle, \
       "" using 1:2:(sprintf("%d", $0 + 1)) with labels tc rgb "#333333" notitle, \
       data(i, "comb") using 1:2:(comb * $5 * $3):(comb * $5 * $4):(state_rgb($6)) with vectors nohead \
       lc rgb variable lw 1 notitle, \
       "" using ($5 > 0 ? $1 + comb * $5 * $3 : NaN):($2 + comb * $5 * $4) with lines lc rgb "#555555" lw 1 notitle, \
       data(i, "belt") using 1:2 with lines lc rgb "#333333" lw 8 notitle, \
       "" using 1:2:(state_rgb($4)) with lines lc rgb variable lw 6 notitle
}
eval legend_of('NaN with lines lc rgb light lw 6 title "slip forward", ' \
  . 'NaN with lines lc rgb dark lw 6 title "slip backward", NaN with lines lc rgb stick_colour lw 6 title "stick", ' \
  . 'NaN with lines lc rgb free_colour lw 6 title "free", NaN with lines lc rgb "#555555" lw 1 ' \
  . 'title sprintf("pressure, up to %s N/m", sprintf(highest >= 1000 ? "%.0f" : "%.3g", highest))')
unset multiplot
