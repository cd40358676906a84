# SPDX-License-Identifier: MIT

# ---- friction of each GMS element, as force and as coefficient; [Kubas 2021] Figs. 11, 12 and 20, 21 -------------------
set xrange [begin_time:end_time]
set autoscale yfix
set offsets 0, 0, graph 0.04, graph 0.04
unset key
eval grow_for_elements
eval panels(2, 1, 90, side_room, axis_room, 30, 0, 26)
set label 1 run_label(1) at graph 0, graph 1 left offset 0, 0.7 noenhanced
set format x ""
set ylabel "ν_k N μ_k [N]"
plot for [k = 1:n_elements] data(1, "link") using 1:(column(4 + 3 * k)) with lines lc rgb colour[k] lw 1 notitle, \
     for [j = 1:n_published] for [k = 1:n_elements] data(other(j), "link") using 1:(column(4 + 3 * k)) \
     with lines lc rgb exact_colour lw 0.9 dt (8,7) notitle
unset label 1
set format x "%h"
set xlabel "time t [s]"
set ylabel "coefficient μ_k [-]"
plot for [k = 1:n_elements] data(1, "link") using 1:(column(3 + 3 * k)) with lines lc rgb colour[k] lw 1 notitle, \
     for [j = 1:n_published] for [k = 1:n_elements] data(other(j), "link") using 1:(column(3 + 3 * k)) \
     with lines lc rgb exact_colour lw 0.9 dt (8,7) notitle
eval legend_of_elements
unset multiplot
