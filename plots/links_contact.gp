
# ---- normal force, friction force and joint force of a link; [Kubas 2021] Figs. 8 to 10 and 17 to 19 ------------------
set xrange [0:end_time]
set autoscale yfix
set offsets 0, 0, graph 0.04, graph 0.04
unset key
set multiplot layout 3, 1 margins 0.12, 0.97, 0.08, 0.98 spacing 0.05
set format x ""
set ylabel "normal force N [N]"
plot data(1, "link") using 1:2 with lines lc rgb colour[1] lw 1 notitle
set ylabel "friction force T [N]"
plot data(1, "link") using 1:3 with lines lc rgb colour[1] lw 1 notitle
set format x "%h"
set xlabel "time t [s]"
set ylabel "force of the joint F [N]"
plot data(1, "link") using 1:4 with lines lc rgb colour[1] lw 1 notitle
unset multiplot
