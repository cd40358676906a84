# SPDX-License-Identifier: MIT

# ---- length of the slip zone by direction, [Oborin 2018] Fig. 10 -----------------------------------------------------
# Light: forward slip on pulley 1 (and backward on pulley 2); dark: the reverse.
set xrange [0:end_time]
set yrange [0:*]
set ytics 0.1 * R1
set ylabel "slip length c on pulley 1 [m]"
set key at screen 0.99, screen 0.998 right top horizontal maxrows 1 nobox font small_font width -3
set multiplot layout n_rows, n_columns margins 0.105 / n_columns, 0.98, 0.29 / (n_rows + 0.5), 1 - 0.17 / n_rows \
    spacing 0.06, 0.28 / n_rows
do for [i = 1:n_runs] {
  if (i > n_runs - n_columns) { set xlabel "time t [s]" }
  set label 1 run_label(i) at graph 0, graph 1.06 left noenhanced
  plot data(i, "history") using 1:($6 < 0 ? $4 : NaN) with filledcurves y1=0 fc rgb dark fs solid noborder title "slip backward", \
       "" using 1:($6 > 0 ? $4 : NaN) with filledcurves y1=0 fc rgb light fs solid noborder title "slip forward", \
       "" using 1:4 with lines lc rgb "black" lw 0.8 notitle
  unset key
}
unset multiplot
