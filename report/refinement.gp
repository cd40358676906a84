# SPDX-License-Identifier: MIT

# ---- errors over the parameter of a convergence study, and the slope that theory gives -------------------------------
set logscale xy
set xrange [0.8 * least:1.25 * largest]
# Whole decades, so that at least two of them have labels.
set yrange [10**floor(log10(0.7 * least_error)):10**ceil(log10(1.4 * largest_error))]
set format y "10^{%L}"
set xtics @value_tics
set xlabel parameter noenhanced
set ylabel "error"
set lmargin 11
set key bottom right noautotitle
if (falls) { set key bottom left }
if (has_order) {
  plot first_error * (x / first_value)**slope with lines lc rgb "#777777" lw 1.2 dt 2 title sprintf("order %g", order), \
       $errors using 1:2 with linespoints lc rgb colour[1] lw 2 pt 7 ps 0.7 title "BeltDyn"
} else {
  plot $errors using 1:2 with linespoints lc rgb colour[1] lw 2 pt 7 ps 0.7 title "BeltDyn"
}
