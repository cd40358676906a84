# SPDX-License-Identifier: MIT

# ---- identification: measured data with the fitted curve, and the residuals --------------------------------------------
values = "data/identification.dat"
set xtics font small_font
set xlabel "time [s]"
set offsets graph 0, graph 0, graph 0.05, graph 0.05
set multiplot layout n_rows, 2 margins 80.0 / width, 1 - side_room / width, 65.0 / height, 1 - 45.0 / height \
    spacing 90.0 / width, 100.0 / height
do for [s = 1:n_rows] {
  set ylabel series[s] noenhanced
  if (s == 1) { set key tmargin horizontal center } else { set key off }
  plot values index s - 1 using 1:2 with points pt 7 ps 0.45 lc rgb colour[5] title "measured", \
       values index s - 1 using 1:3 with lines lw 1.1 lc rgb exact_colour title "fitted"
  set ylabel "residual / standard deviation"
  set key off
  plot values index s - 1 using 1:4 with points pt 7 ps 0.3 lc rgb colour[1] notitle, \
       -2 with lines lw 1 dt 2 lc rgb "#777777" notitle, 2 with lines lw 1 dt 2 lc rgb "#777777" notitle, \
       0 with lines lw 0.8 lc rgb "#777777" notitle
}
unset multiplot
