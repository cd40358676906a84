# SPDX-License-Identifier: MIT

# ---- angular velocities of the pulleys and of their accessories, all runs --------------------------------------------
set xrange [begin_time:end_time]
unset key
rotor_title = "rotor of the accessory"
eval grow_for_legend(n_runs + (n_accessories > 0), max(longest_of(1, 0), n_accessories > 0 ? strlen(rotor_title) : 0))
eval panels_of_pulleys
do for [k = 1:n_pulleys] {
  if (k > n_pulleys - n_columns) { set xlabel "time t [s]" }
  set ylabel "ω [rad/s]"
  set label 1 pulley_label(k) at graph 0, graph 1 left offset 0, 0.7 noenhanced
  drawn_column = angular_velocity(k)
  eval fit_column
  n_rotors = accessory[k] ? words(in_order) : 0
  plot for [w in in_order] data(int(w), "history") using 1:drawn_column with lines lc rgb run_colour(int(w)) \
       lw run_width(int(w)) dt run_dash(int(w)) notitle, \
       for [j = 1:n_rotors] data(int(word(in_order, j)), "history") using 1:(column(accessory_velocity(k))) \
       with lines lc rgb run_colour(int(word(in_order, j))) lw 1 dt (2, 3) notitle
}
eval legend_of(curves_of_runs . (n_accessories > 0 ? ', NaN with lines lc rgb "#555555" lw 1 dt (2, 3) title rotor_title' : ""))
unset multiplot
