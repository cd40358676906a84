# SPDX-License-Identifier: MIT

# ---- positions and speeds of the ends --------------------------------------------------------------------------------
eval panels(n_rows, n_columns, 125, side_room, axis_room, 32, 100, 64)
do for [row = 1:2] {
  do for [j = 1:2] {
    if (2 * row - 2 + j > n_frames - n_columns) { set xlabel "time t [s]" }
    set ylabel (row == 1 ? "position [m]" : "speed [m/s]")
    set label 1 end_title[j] at graph 0, graph 1 left offset 0, 0.7 noenhanced
    drawn_column = row == 1 ? end_position(j) : end_speed(j)
    eval fit_column
    eval curves_over_time
  }
}
eval legend_of_runs
unset multiplot
