# SPDX-License-Identifier: MIT

# ---- members of a sweep: a panel for each quantity -------------------------------------------------------------------
members = "data/sweep.dat"
column_of(q) = first_quantity + q - 1
set offsets graph 0.03, graph 0.03, graph 0.06, graph 0.06
# Room for labels, and for the colours of maps [px].
room = layout == 2 ? 105.0 : 20.0
set key off
set xtics font small_font
set multiplot layout n_rows, n_columns margins 110.0 / width, 1 - room / width, 75.0 / height, 1 - 60.0 / height \
    spacing (100.0 + room) / width, (layout == 2 ? 125.0 : 95.0) / height
if (layout == 3) {
  do for [q = 1:n_quantities] {
    do for [p = 1:n_parameters] {
      set xlabel parameter[p] noenhanced
      set ylabel (p == 1 ? quantity[q] : "") noenhanced
      set title (p == 1 && q == 1 ? heading : "") noenhanced
      plot members using p:(column(column_of(q))) with points pt 7 ps 0.35 lc rgb colour[1] notitle
    }
  }
} else {
  do for [q = 1:n_quantities] {
    set xlabel parameter[1] noenhanced
    if (layout == 0) {
      set ylabel quantity[q] noenhanced
      plot members using 1:(column(column_of(q))) with linespoints pt 7 ps 0.5 lw 1.8 lc rgb colour[1] notitle
    }
    if (layout == 1) {
      set ylabel quantity[q] noenhanced
      if (q == 1) { set key tmargin horizontal center title parameter[2] . ":" noenhanced } else { set key off }
      plot for [k = 1:|family|] members index k - 1 using 1:(column(column_of(q))) with linespoints pt 7 ps 0.4 lw 1.8 \
           dt dash[k] lc rgb colour[k] title sprintf("%.6g", family[k])
    }
    if (layout == 2) {
      set ylabel parameter[2] noenhanced
      set title quantity[q] noenhanced
      set palette defined (0 "#f7fbff", 0.35 "#9ecae1", 0.7 "#3182bd", 1 "#08306b")
      set view map
      set offsets 0, 0, 0, 0
      set autoscale fix
      set contour base
      set cntrparam levels auto 8
      set cntrlabel onecolor
      unset grid
      splot members using 1:2:(column(column_of(q))) with pm3d nocontour notitle, \
            members using 1:2:(column(column_of(q))) with lines nosurface lc rgb "#404040" lw 0.8 notitle
    }
  }
}
unset multiplot
