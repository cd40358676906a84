# SPDX-License-Identifier: MIT

# ---- how fast the rope slips on each pulley, and how far it is from slipping-----------------
# Slip speeds of all pulleys have one unit, by which none has a long number.
fastest = 0.0
do for [k = 1:n_pulleys] {
  do for [i = 1:n_runs] {
    stats data(i, "history") using (column(slip_speed(k))) nooutput
    fastest = max(fastest, STATS_max)
  }
}
per_unit = fastest > 0.0 && fastest < 1e-4 ? 1e6 : fastest > 0.0 && fastest < 0.1 ? 1e3 : 1.0
slip_unit = per_unit > 1e3 ? "µm/s" : per_unit > 1.0 ? "mm/s" : "m/s"
eval panels(n_rows, n_columns, 110, side_room, axis_room, 32, 110, 64)
do for [k = 1:n_pulleys] {
  do for [is_margin = 0:1] {
    if (2 * k - 1 + is_margin > n_frames - n_columns) { set xlabel "time t [s]" }
    set ylabel (is_margin ? "slip margin" : sprintf("slip speed [%s]", slip_unit))
    set label 1 pulley_title[k] at graph 0, graph 1 left offset 0, 0.7 noenhanced
    drawn_column = is_margin ? slip_margin(k) : slip_speed(k)
    factor = is_margin ? 1.0 : per_unit
    if (is_margin) {
      # Of all pulleys on one scale.
      set ytics 0.2
      set format y "%.1f"
      set yrange [0:1.05]
    } else {
      eval fit_column
      low = 0.0
      high = high > 0 ? factor * high : 1.0
      eval fit_range
    }
    plot for [w in in_order] data(int(w), "history") using 1:(factor * column(drawn_column)) with lines \
         lc rgb run_colour(int(w)) lw run_width(int(w)) dt run_dash(int(w)) notitle
  }
}
eval legend_of_runs
unset multiplot
