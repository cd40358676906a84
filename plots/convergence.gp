# SPDX-License-Identifier: MIT

# ---- errors of the members of a study over its parameter, log-log; grey lines have the order by theory ----------------
stats "data/convergence.dat" using 2 nooutput
low = STATS_min
high = STATS_max
first = value[1]
last = value[n_values]
coarsest = larger_is_finer ? first : last
set logscale xy
set xrange [0.85 * first:1.18 * last]
set yrange [0.4 * low:4 * high]
set format y "10^{%L}"
set xtics ()
do for [i = 1:n_values] { set xtics add (sprintf("%g", value[i]) value[i]) }
set xlabel parameter noenhanced
set ylabel "L² error relative to " . relative_to noenhanced
set title "Errors from " . references noenhanced
longest = strlen("order 2, by theory")
do for [k = 1:n_curves] { longest = max(longest, strlen(curve_title[k])) }
eval grow_for_legend(n_curves + n_orders, longest)
eval key_below
slope(p) = larger_is_finer ? -p : p
plot for [k = 1:n_curves] "data/convergence.dat" index k - 1 using 1:2 with linespoints lc rgb colour[(k - 1) % 8 + 1] dt dash[(k - 1) / 8 % 8 + 1] lw width_of(k, n_curves) \
       pt 3 + 2 * ((k - 1) % 6 + 1) ps 0.6 + 0.6 * (n_curves - k) / n_curves title curve_title[k], \
     for [j = 1:n_orders] pick(j == 1, 2.5, 0.6) * high * (x / coarsest)**slope(order[j]) with lines \
       lc rgb "#777777" lw 1 dt 1 + j title sprintf(order_is_theory ? "order %g, by theory" : "order %g", order[j])
