# SPDX-License-Identifier: MIT

# ---- force on each pulley at the end, and as it grows along the slip zones by Euler-Eytelwein, all runs --------------
# Neither the colour of an exact run nor of another one.
eytelwein_colour = "#c00000"
unset key
eval grow_for_legend(n_runs + 1, longest_of(1, 15))
eval panels_of_pulleys
set clip two
do for [k = 1:n_pulleys] {
  margin = 0.05 * arc_length[k]
  first = arc_start[k] - margin
  last = arc_start[k] + arc_length[k] + margin
  eval fit_forces
  set xrange [first:last]
  eval tics_on_x(first, last)
  set object 1 rectangle from arc_start[k], graph 0 to arc_start[k] + arc_length[k], graph 1 fc rgb contact_colour \
      fs solid noborder behind
  if (k > n_pulleys - n_columns) { set xlabel "path coordinate σ [m]" }
  set ylabel "force N [N]"
  set label 1 pulley_label(k) at graph 0, graph 1 left offset 0, 0.7 noenhanced
  plot for [w in in_order] data(int(w), "last_profile") using 1:3 with lines lc rgb run_colour(int(w)) \
       lw run_width(int(w)) dt run_dash(int(w)) notitle, \
       for [i = 1:n_runs] data(i, "eytelwein") using 1:2 with lines lc rgb eytelwein_colour lw 1 dt 2 notitle
}
eval legend_of('NaN with lines lc rgb eytelwein_colour lw 1 dt 2 title "Euler-Eytelwein", ' . curves_of_runs)
unset multiplot
