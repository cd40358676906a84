# SPDX-License-Identifier: MIT

# ---- errors over the number of elements, a line for each number of contact segments; [Ntarladima 2023] Fig. 10 --------
stats $errors using 1 nooutput
few = STATS_min
many = STATS_max
set logscale xy
set xrange [0.85 * few:1.18 * many]
set format y "10^{%L}"
set xtics few, 2, many
set xlabel "elements n"
set key bottom left
set multiplot layout 1, 2 margins 0.09, 0.985, 0.145, 0.92 spacing 0.11
do for [c = 2:3] {
  set autoscale y  # of which the statistics would be
  stats $errors using c nooutput
  worst = STATS_max
  set title pick(c == 2, "position of the circle", "axial force in the middle")
  set ylabel pick(c == 2, "error [m]", "error [N]")
  set yrange [0.5 * STATS_min:3 * STATS_max]
  plot for [k = 1:n_counts] $errors index k - 1 using 1:c with linespoints lc rgb colour[k % 8 + 1] lw 2 \
       pt 3 + 2 * k ps 0.6 title sprintf("n_s = %d", segments[k]), \
       1.5 * worst * (few / x)**2 with lines lc rgb "#777777" lw 1 dt 2 title "slope -2"
}
unset multiplot
