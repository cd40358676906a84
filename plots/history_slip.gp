# SPDX-License-Identifier: MIT

# ---- lengths of the slip zones ---------------------------------------------------------------------------------------
set xrange [0:end_time]
set yrange [0:*]
set offsets 0, 0, graph 0.03, 0
set key at screen 0.99, screen 0.5 right center width -4 maxcols 1 font small_font spacing 1.0
set multiplot layout 2, 1 margins 0.105, 0.65, 0.12, 0.98 spacing 0.09
do for [k = 1:2] {
  if (k == 2) {
    set xlabel "time t [s]"
    unset key
  }
  set ylabel sprintf("slip length c on pulley %d [m]", k)
  plot for [w in in_order] data(int(w), "history") using 1:(column(3 + k)) with lines lc rgb run_colour(int(w)) \
       lw run_width(int(w)) dt run_dash(int(w)) title run_label(int(w))
}
unset multiplot
