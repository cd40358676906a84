
# ---- length of the slip zone by direction, [Oborin 2018] Fig. 10 -----------------------------------------------------
# Light: forward slip on pulley 1 (and backward on pulley 2); dark: the other way round.
set xrange [0:end_time]
set yrange [0:*]
set ytics 0.1 * R1
set ylabel "slip length c on pulley 1 [m]"
set key at graph 1, graph 1.02 right bottom horizontal nobox
set multiplot layout n_runs, 1 margins 0.09, 0.98, 0.24 / (n_runs + 0.5), 1 - 0.13 / n_runs spacing 0, 0.28 / n_runs
do for [i = 1:n_runs] {
  if (i == n_runs) { set xlabel "time t [s]" }
  set label 1 run_label(i) at graph 0, graph 1.06 left noenhanced
  plot data(i, "history") using 1:($6 < 0 ? $4 : 0) with fillsteps fc rgb dark fs solid title "slip backward", \
       "" using 1:($6 > 0 ? $4 : 0) with fillsteps fc rgb light fs solid title "slip forward", \
       "" using 1:4 with steps lc rgb "black" lw 0.8 notitle
  unset key
}
unset multiplot
