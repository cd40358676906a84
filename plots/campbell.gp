# SPDX-License-Identifier: MIT

# ---- Campbell diagram: frequencies of the modes over the speed, with the lines of orders -----------------------------
diagram = sprintf("data/%s.dat", figure)
set title run noenhanced
set xlabel "angular velocity [rad/s]"
set ylabel "frequency [Hz]"
set autoscale xfix
set yrange [0:1.05 * highest]
longest = 5
do for [k = 1:n_orders] { longest = max(longest, strlen(order_title[k])) }
eval grow_for_legend(n_orders + 1, longest)
eval key_below
grows(rate, frequency) = rate > 1e-4 * sqrt(rate**2 + (2 * pi * frequency)**2)
stats diagram index 0:(n_modes - 1) using (grows($4, $2)) nooutput
has_growing = STATS_sum > 0
set palette defined (0 "#0072b2", 0.3 "#56b4e9", 1 "#dddddd")
set cbrange [0:1]
set cblabel "damping ratio"
plot for [k = 1:n_orders] diagram index n_modes + k - 1 using 1:2 with lines lc rgb "#666666" dt dash[k % 8 + 1] lw 1.2 \
       title order_title[k], \
     for [k = 1:n_modes] diagram index k - 1 using 1:2:3 with linespoints pt 7 ps 0.25 lc palette lw 1.8 notitle, \
     for [k = 1:n_modes] diagram index k - 1 using 1:(grows($4, $2) ? $2 : NaN) \
       with points pt 7 ps 0.7 lc rgb "#d55e00" title (k == 1 && has_growing ? "grows" : "")
