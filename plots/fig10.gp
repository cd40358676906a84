# SPDX-License-Identifier: MIT

# ---- length of the slip zone by direction, [Oborin 2018] Fig. 10 -----------------------------------------------------
# Light: forward slip on pulley 1 (and backward on pulley 2); dark: the reverse.
set xrange [begin_time:end_time]
set yrange [0:*]
set ytics 0.1 * R1
set ylabel "slip length c on pulley 1 [m]"
unset key
eval grow_for_legend(2, 13)
eval panels(n_rows, n_columns, 90, side_room, axis_room, 32, 100, 64)
do for [i = 1:n_runs] {
  if (i > n_runs - n_columns) { set xlabel "time t [s]" }
  set label 1 run_label(i) at graph 0, graph 1 left offset 0, 0.7 noenhanced
  plot data(i, "history") using 1:($6 < 0 ? $4 : NaN) with filledcurves y1=0 fc rgb dark fs solid noborder notitle, \
       "" using 1:($6 > 0 ? $4 : NaN) with filledcurves y1=0 fc rgb light fs solid noborder notitle, \
       "" using 1:4 with lines lc rgb "black" lw 0.8 notitle
}
eval legend_of('NaN with boxes fc rgb dark fs solid title "slip backward", NaN with boxes fc rgb light fs solid ' \
  . 'title "slip forward"')
unset multiplot
