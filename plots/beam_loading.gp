# SPDX-License-Identifier: MIT

# ---- loading: where the circle is and how the beam is stretched, over the force on the circle ---------------------------
set key outside right top
set multiplot layout 2, 1 margins 0.12, 0.75, 0.12, 0.97 spacing 0.08
set ylabel "circle y [m]"
plot for [w in in_order] data(int(w), "history") using 2:3 with linespoints lc rgb run_colour(int(w)) \
     lw run_width(int(w)) pt 7 ps 0.4 title run_label(int(w))
unset key
set xlabel "force on the circle [N]"
set ylabel "axial force in the middle [N]"
plot for [w in in_order] data(int(w), "history") using 2:4 with linespoints lc rgb run_colour(int(w)) \
     lw run_width(int(w)) pt 7 ps 0.4 notitle
unset multiplot
