# SPDX-License-Identifier: MIT

# ---- friction of each GMS element, as force and as coefficient; [Kubas 2021] Figs. 11, 12 and 20, 21 -------------------
set xrange [0:end_time]
set autoscale yfix
set offsets 0, 0, graph 0.04, graph 0.04
set key at screen 0.99, screen 0.5 right center maxcols 1 font small_font spacing 1.0
set multiplot layout 2, 1 margins 0.12, 0.8, 0.11, 0.98 spacing 0.05
set format x ""
set ylabel "ν_k N μ_k [N]"
plot for [k = 1:n_elements] data(1, "link") using 1:(column(4 + 3 * k)) with lines lc rgb colour[k] lw 1 \
     title sprintf("element %d", k), \
     for [j = 1:n_published] for [k = 1:n_elements] data(other(j), "link") using 1:(column(4 + 3 * k)) \
     with lines lc rgb exact_colour lw 0.9 dt (8,7) title (n_published && k == 1 ? run_label(other(j)) : "")
unset key
set format x "%h"
set xlabel "time t [s]"
set ylabel "coefficient μ_k [-]"
plot for [k = 1:n_elements] data(1, "link") using 1:(column(3 + 3 * k)) with lines lc rgb colour[k] lw 1 notitle, \
     for [j = 1:n_published] for [k = 1:n_elements] data(other(j), "link") using 1:(column(3 + 3 * k)) \
     with lines lc rgb exact_colour lw 0.9 dt (8,7) notitle
unset multiplot
