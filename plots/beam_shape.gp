# SPDX-License-Identifier: MIT

# ---- the beam and the circle in the last state, of the coarsest and the finest mesh; [Ntarladima 2023] Fig. 9 ----------
set size ratio -1
set parametric
set trange [0:2 * pi]
set xrange [-0.05 * L:1.05 * L]
set xlabel "x [m]"
set ylabel "y [m]"
set key outside top center maxrows 1
set label 1 "" at 0, 0 point pt 9 ps 1.4 lc rgb "black" offset 0, -0.3
set label 2 "" at L, 0 point pt 9 ps 1.4 lc rgb "black" offset 0, -0.3
plot circle_x[finest] + radius * cos(t), circle_y[finest] + radius * sin(t) with filledcurves fc rgb contact_colour \
       lw 1 notitle, \
     circle_x[finest] + radius * cos(t), circle_y[finest] + radius * sin(t) with lines lc rgb "#777777" lw 1 notitle, \
     circle_x[coarsest] + radius * cos(t), circle_y[coarsest] + radius * sin(t) with lines lc rgb colour[2] lw 1 dt 2 \
       notitle, \
     data(coarsest, "shape") using 1:2 with lines lc rgb colour[2] lw 3 title run_title[coarsest], \
     data(finest, "shape") using 1:2 with lines lc rgb colour[1] lw 1.5 title run_title[finest]
