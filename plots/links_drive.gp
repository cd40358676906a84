# SPDX-License-Identifier: MIT

# ---- torques on the pulleys and their angular velocities; [Kubas 2021] Figs. 6, 7 and 15, 16 --------------------------
set xrange [begin_time:end_time]
set autoscale yfix
set offsets 0, 0, graph 0.06, graph 0.06
unset key
eval grow_for_legend(n_pulleys + n_published, longest_published > 18 ? longest_published : 18)
eval panels(2, 1, 90, side_room, axis_room, 30, 0, 34)
set label 1 run_label(1) at graph 0, graph 1 left offset 0, 0.7 noenhanced
set ylabel "torque M [N m]"
plot for [k = 1:n_pulleys] data(1, "link") using 1:(column(5 + 3 * n_elements + k)) with lines lc rgb colour[k] lw 2 \
     dt dash[k] notitle
unset label 1
set xlabel "time t [s]"
set ylabel "angular velocity ω [rad/s]"
plot for [k = 1:n_pulleys] data(1, "history") using 1:(column(angular_velocity(k))) with lines lc rgb colour[k] \
     lw 3.5 - 1.5 * k / n_pulleys dt dash[k] notitle, \
     for [j = 1:n_published] for [k = 1:n_pulleys] data(other(j), "history") using 1:(column(angular_velocity(k))) \
     with lines lc rgb exact_colour lw 1 dt (8,7) notitle
eval legend_of('for [k = 1:n_pulleys] NaN with lines lc rgb colour[k] lw 2 dt dash[k] title pulley_label(k),' \
  . 'for [j = 1:n_published] NaN with lines lc rgb exact_colour lw 1 dt (8,7) title run_label(other(j))')
unset multiplot
