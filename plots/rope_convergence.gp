# SPDX-License-Identifier: MIT

# ---- errors of the last state over the number of elements, a line for each series of meshes ------------------------------
stats $errors using 1 nooutput
few = STATS_min
many = STATS_max
stats $errors using 2 nooutput
worst = STATS_max
set logscale xy
set xrange [0.85 * few:1.18 * many]
set yrange [0.3 * STATS_min:3 * STATS_max]
set format y "10^{%L}"
set xtics few, 2, many
set xlabel "elements n"
set ylabel "relative error of T_0/T"
plot for [k = 1:n_series] $errors index k - 1 using 1:2 with linespoints lc rgb colour[(k - 1) % 8 + 1] lw 2 \
       pt 3 + 2 * k ps 0.6 title series[k], \
     1.5 * worst * (few / x)**2 with lines lc rgb "#777777" lw 1 dt 2 title "slope -2", \
     0.3 * worst * (few / x)**4 with lines lc rgb "#777777" lw 1 dt 3 title "slope -4"
