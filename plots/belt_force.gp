# SPDX-License-Identifier: MIT

# ---- the belt, coloured by its force, a panel for each run -----------------------------------------------------------
set palette defined (0 "#440154", 0.25 "#3b528b", 0.5 "#21918c", 0.75 "#5ec962", 1 "#fde725")
set cblabel "force N [N]" offset 1, 0
# One scale for all runs.
low = 1e300
high = -1e300
do for [i = 1:n_runs] {
  stats data(i, "belt") using 3 nooutput
  low = STATS_min < low ? STATS_min : low
  high = STATS_max > high ? STATS_max : high
}
eval picture_axes
set cbtics nomirror scale 0.4
set colorbox user origin screen 0.9, screen 0.15 size screen 0.018, screen 0.7
unset key
set cbrange [low:(high > low ? high : low + 1)]
set multiplot layout n_rows, n_columns margins 0.01, 0.87, 0.01, 1 - 0.08 / n_rows spacing 0.01, 0.08 / n_rows
do for [i = 1:n_runs] {
  set label 2 sprintf("%s,  t = %.4g s", run_label(i), shape_time[i]) at graph 0.01, graph 1.0 left noenhanced
  plot data(i, "pulleys") using 1:2:3 with circles fc rgb "#f2f2f2" notitle, \
       "" using 1:2:(0.82 * $3 * cos($4)):(0.82 * $3 * sin($4)) with vectors nohead lc rgb "#9a9a9a" lw 1.5 notitle, \
       "" using 1:2:(0.03 * drive_size) with circles fc rgb "white" notitle, \
       "" using 1:2:(sprintf("%d", $0 + 1)) with labels tc rgb "#333333" notitle, \
       data(i, "belt") using 1:2 with lines lc rgb "#333333" lw 8 notitle, \
       "" using 1:2:3 with lines lc palette lw 6 notitle
  unset colorbox
}
unset multiplot
