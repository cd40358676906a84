# SPDX-License-Identifier: MIT

# ---- the belt, coloured by its force, a panel for each run -----------------------------------------------------------
set palette defined (0 "#440154", 0.25 "#3b528b", 0.5 "#21918c", 0.75 "#5ec962", 1 "#fde725")
# Names may have underscores.
set termoption noenhanced
set cblabel "force N [N]"
# One scale for all runs.
low = 1e300
high = -1e300
do for [i = 1:n_runs] {
  stats data(i, "belt") using 3 nooutput
  low = STATS_min < low ? STATS_min : low
  high = STATS_max > high ? STATS_max : high
}
eval picture_axes
if (is_height_given || width < usual_width) {
  fitting = n_rows * (26 + min(520.0, 0.87 * width / n_columns * (y_high - y_low + 2.5 * room + 2 * name_room) / (x_high - x_low + 2 * room)))
  height = is_height_given ? max(height, 0.6 * fitting) : fitting
  eval open_picture
}
# The panels are as wide as the drive at their height, with the scale beside them in the middle of the figure.
space = 26.0 / height
panel_height = ((0.99 - n_rows * space) / n_rows) * height
widest = (0.87 / n_columns) * width
drive_width = panel_height * (x_high - x_low + 2 * room) / (y_high - y_low + 2.5 * room)
panels = n_columns * (drive_width < widest ? drive_width : widest) / width
left = 0.5 * (0.88 - panels)
# Names are above the number or below it.
name_at(k, above) = has_names && is_pulled_up[k] == above ? name_beside[k] : ""
set cbtics nomirror scale 0.4
set colorbox user origin screen left + panels + 0.02, screen 0.15 size screen 0.018, screen 0.7
unset key
set cbrange [low:(high > low ? high : low + 1)]
set multiplot layout n_rows, n_columns margins left, left + panels, 0.01, 1 - space spacing 0.01, space
do for [i = 1:n_runs] {
  set label 2 sprintf("%s,  t = %.4g s", run_label(i), shape_time[i]) at graph 0.01, graph 1 left offset 0, 0.6 noenhanced
  plot data(i, "pulleys") using (pivot_x[int($0) + 1]):(pivot_y[int($0) + 1]):($1 - pivot_x[int($0) + 1]) \
         :($2 - pivot_y[int($0) + 1]) with vectors nohead lc rgb "#b0b0b0" lw 7 notitle, \
       "" using (pivot_x[int($0) + 1]):(pivot_y[int($0) + 1]) with points pt 7 ps 0.9 lc rgb "#666666" notitle, \
       "" using 1:2:3 with circles fc rgb "#f2f2f2" notitle, \
       "" using 1:2:(0.82 * $3 * cos($4)):(0.82 * $3 * sin($4)) with vectors nohead lc rgb "#9a9a9a" lw 1.5 notitle, \
       "" using 1:2:(0.03 * drive_size) with circles fc rgb "white" notitle, \
       "" using 1:2:(sprintf("%d", $0 + 1)) with labels tc rgb "#333333" notitle, \
       "" using 1:2:(name_at(int($0) + 1, 1)) with labels offset 0, 1.4 tc rgb "#333333" font small_font \
       notitle, \
       "" using 1:2:(name_at(int($0) + 1, 0)) with labels offset 0, -1.4 tc rgb "#333333" font small_font \
       notitle, \
       data(i, "belt") using 1:2 with lines lc rgb "#333333" lw 8 notitle, \
       "" using 1:2:3 with lines lc palette lw 6 notitle
  unset colorbox
}
unset multiplot
