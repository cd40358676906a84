# SPDX-License-Identifier: MIT

# ---- loading: where the circle is and how the beam is stretched, over the force on the circle ---------------------------
unset key
eval grow_for_runs
eval panels(2, 1, 95, side_room, axis_room, 15, 0, 40)
set ylabel "circle y [m]"
plot for [w in in_order] data(int(w), "history") using 2:3 with linespoints lc rgb run_colour(int(w)) \
     lw run_width(int(w)) pt 7 ps 0.4 notitle
set xlabel "force on the circle [N]"
set ylabel "axial force in the middle [N]"
plot for [w in in_order] data(int(w), "history") using 2:4 with linespoints lc rgb run_colour(int(w)) \
     lw run_width(int(w)) pt 7 ps 0.4 notitle
eval legend_of_runs
unset multiplot
