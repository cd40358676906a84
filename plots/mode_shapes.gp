# SPDX-License-Identifier: MIT

# ---- mode shapes: the drive in its steady motion and displaced, a panel for each mode --------------------------------
unset border
unset tics
unset key
unset grid
unset colorbox
set size ratio -1
set xrange [x_low:x_high]
set yrange [y_low:y_high]
set palette defined (-1 "#0072b2", 0 "#555555", 1 "#d55e00")
set cbrange [-1:1]
shapes = sprintf("data/%s.dat", figure)
name_font = ",10.5"
# As many columns as names have room for.
n_columns = max(1, min(n_columns, int(width / 240.0)))
if (n_columns * n_rows < n_modes) {
  panel_height = height / n_rows
  n_rows = ceil(1.0 * n_modes / n_columns)
  height = is_height_given ? max(height, n_rows * least_panel) : n_rows * panel_height
  eval open_picture
}
# The drive stands in the middle of its panel, with its name above: gnuplot would put it to the left.
panel_aspect = ((width - 20.0 - 10.0 * (n_columns - 1)) / n_columns) / ((height - 80.0 - 52.0 * (n_rows - 1)) / n_rows)
beside = 0.5 * max(0.0, panel_aspect * (y_high - y_low) - (x_high - x_low))
set xrange [x_low - beside:x_high + beside]
eval panels(n_rows, n_columns, 10, 10, 8, 72, 10, 52)
do for [i = 1:n_modes] {
  if (i == 1) { set label 3 run at screen 0.005, screen 1 left offset 0, -1 noenhanced font ":Bold" } else { unset label 3 }
  set label 1 mode_title[i] at graph 0.5, graph 1 center offset 0, 1.8 noenhanced
  set label 2 mode_name[i] at graph 0.5, graph 1 center offset 0, 0.7 noenhanced font name_font
  plot shapes index 0 using 1:2 with lines lc rgb "#cccccc" lw 1.5, \
       shapes index 1 using 1:2 with lines lc rgb "#cccccc" lw 1, \
       shapes index 4 * i using 1:2 with lines lc rgb "#999999" lw 1 dt 2, \
       shapes index 4 * i - 1 using 1:2 with lines lc rgb "#1f4e79" lw 1.2, \
       shapes index 4 * i - 2 using 1:2:3 with lines lc palette lw 2.4
}
unset multiplot
