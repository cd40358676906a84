# SPDX-License-Identifier: MIT

# ---- Campbell diagram: frequencies of the modes over the speed, with the lines of orders -----------------------------
# The names of the modes stand beside the diagram, with a line to the end of a curve that reaches its side; a curve that
# ends within the diagram has its number there.
diagram = sprintf("data/%s.dat", figure)
rpm = 30.0 / pi
stats diagram index 0:(n_modes - 1) using ($1 * rpm) nooutput
slowest = STATS_min
fastest = STATS_max
# Names need their room, whatever the size of the picture.
width = max(width, 760.0)
names_right = 1 - 126.0 / width
names_left = names_right - min(330.0, 0.43 * width) / width
set title run noenhanced
set xlabel sprintf("speed of pulley %s [rpm]", pulley) noenhanced
set ylabel "frequency [Hz]"
set autoscale xfix
set yrange [0:1.05 * highest]
longest = strlen(operating_title)
do for [k = 1:n_orders] { longest = max(longest, strlen(order_title[k])) }
# Below the diagram alone, not below the names.
legend_columns = max(1, min(n_orders + 2, int((width * (names_left - 0.035) - number_room) / (letter_width * longest + sample_width))))
legend_height = rows_for(n_orders + 2, legend_columns) * legend_line + 12
height = is_height_given ? max(height, 560.0 + legend_height) : height + legend_height
eval open_picture
eval key_below
set rmargin at screen names_left - 0.035
grows(rate, frequency) = rate > 1e-4 * sqrt(rate**2 + (2 * pi * frequency)**2)
stats diagram index 0:(n_modes - 1) using (grows($4, $2)) nooutput
has_growing = STATS_sum > 0
if (operating_high * rpm - operating_low * rpm > 0.01 * (fastest - slowest)) {
  set object 1 rectangle from operating_low * rpm, graph 0 to operating_high * rpm, graph 1 fc rgb "#d6e6f4" fs solid noborder behind
} else {
  if (has_operating) { set arrow 1 from operating_low * rpm, graph 0 to operating_low * rpm, graph 1 nohead lc rgb "#a9c9e4" lw 5 back }
}
do for [k = 1:n_labels] {
  set label k label_text[k] at screen names_left, first label_y[k] left noenhanced font small_font
  if (label_end_x[k] * rpm > fastest - 1e-6 * abs(fastest)) {
    set arrow k + 1 from first label_end_x[k] * rpm, first label_end_y[k] to screen names_left - 0.005, first label_y[k] nohead lc rgb "#999999" lw 0.7
  } else {
    set label n_labels + k label_number[k] at first label_end_x[k] * rpm, first label_end_y[k] left offset 0.3, 0.35 font small_font front
  }
}
set palette defined (0 "#0072b2", 0.3 "#56b4e9", 1 "#dddddd")
stats diagram index 0:(n_modes - 1) using 3 nooutput
set cbrange [0:max(0.02, STATS_max)]
set cblabel "damping ratio"
set colorbox user origin screen names_right + 0.01, screen (legend_height + axis_room) / height size screen 0.014, graph 1
plot for [k = 1:n_orders] diagram index n_modes + k - 1 using ($1 * rpm):2 with lines lc rgb "#666666" dt dash[k % 8 + 1] lw 1.2 \
       title order_title[k] noenhanced, \
     for [k = 1:n_modes] diagram index k - 1 using ($1 * rpm):2:3 with linespoints pt 7 ps 0.25 lc palette lw 1.8 notitle, \
     for [k = 1:n_modes] diagram index k - 1 using ($1 * rpm):(grows($4, $2) ? $2 : NaN) \
       with points pt 7 ps 0.7 lc rgb "#d55e00" title (k == 1 && has_growing ? "grows" : ""), \
     NaN with lines lc rgb "#a9c9e4" lw 6 title (has_operating ? operating_title : "") noenhanced
