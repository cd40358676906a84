# SPDX-License-Identifier: MIT

# ---- force on each pulley at the end, and as it grows along the slip zones by Euler-Eytelwein, all runs --------------
set offsets 0, 0, graph 0.06, graph 0.06
eval key_of_runs
eval margins_for_panels
do for [k = 1:n_pulleys] {
  margin = 0.05 * arc_length[k]
  set xrange [arc_start[k] - margin : arc_start[k] + arc_length[k] + margin]
  set object 1 rectangle from arc_start[k], graph 0 to arc_start[k] + arc_length[k], graph 1 fc rgb contact_colour \
      fs solid noborder behind
  if (k > n_pulleys - n_columns) { set xlabel "path coordinate σ [m]" }
  set ylabel "force N [N]"
  set label 1 pulley_label(k) at graph 0, graph 1.08 left noenhanced
  plot for [w in in_order] data(int(w), "last_profile") using 1:3 with lines lc rgb run_colour(int(w)) \
       lw run_width(int(w)) dt run_dash(int(w)) title run_label(int(w)), \
       for [i = 1:n_runs] data(i, "eytelwein") using 1:2 with lines lc rgb "black" lw 1 dt 2 \
       title (i == 1 ? "F exp(μφ)" : "")
  unset key
}
unset multiplot
