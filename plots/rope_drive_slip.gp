# SPDX-License-Identifier: MIT

# ---- how fast the rope slips on each pulley, and how far it is from slipping -----------------------------------------
eval panels(2, n_pulleys, 90, side_room, axis_room, 32, 100, 64)
do for [row = 1:2] {
  do for [k = 1:n_pulleys] {
    if (row == 2) { set xlabel "time t [s]" }
    set ylabel (row == 1 ? "slip speed [m/s]" : "slip margin")
    set label 1 pulley_title[k] at graph 0, graph 1 left offset 0, 0.7 noenhanced
    drawn_column = row == 1 ? slip_speed(k) : slip_margin(k)
    eval room_for_constant
    # Margins of all pulleys on one scale; a speed of slip begins at 0.
    if (row == 2) { set yrange [0:1.05] } else { if (high > 0.0) { set yrange [0:*] } else { set yrange [0:1] } }
    eval curves_over_time
  }
}
eval legend_of_runs
unset multiplot
