# SPDX-License-Identifier: MIT

# ---- torques on the pulleys and their angular velocities; [Kubas 2021] Figs. 6, 7 and 15, 16 --------------------------
set xrange [0:end_time]
set autoscale yfix
set offsets 0, 0, graph 0.06, graph 0.06
set key at screen 0.99, screen 0.5 right center maxcols 1 font small_font spacing 1.0
set multiplot layout 2, 1 margins 0.12, 0.8, 0.11, 0.97 spacing 0.07
set ylabel "torque M [N m]"
plot for [k = 1:n_pulleys] data(1, "link") using 1:(column(5 + 3 * n_elements + k)) with lines lc rgb colour[k] lw 2 \
     dt dash[k] title pulley_label(k)
if (!n_published) { unset key }
set xlabel "time t [s]"
set ylabel "angular velocity ω [rad/s]"
plot for [k = 1:n_pulleys] data(1, "history") using 1:(column(angular_velocity(k))) with lines lc rgb colour[k] \
     lw 3.5 - 1.5 * k / n_pulleys dt dash[k] title (n_published ? pulley_label(k) : ""), \
     for [j = 1:n_published] for [k = 1:n_pulleys] data(other(j), "history") using 1:(column(angular_velocity(k))) \
     with lines lc rgb exact_colour lw 1 dt (8,7) title (n_published && k == 1 ? run_label(other(j)) : "")
unset multiplot
