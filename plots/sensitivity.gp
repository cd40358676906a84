# SPDX-License-Identifier: MIT

# ---- effect of the parameters of a sweep on its quantities -------------------------------------------------------------
bars = "data/sensitivity.dat"
set key off
set ytics font small_font noenhanced scale 0
set xtics font small_font
set yrange [n_bars + 0.6 : 0.4]
set multiplot layout n_panels, n_columns margins 140.0 / width, 1 - 25.0 / width, 75.0 / height, 1 - 55.0 / height \
    spacing 160.0 / width, 130.0 / height
set style fill solid 0.85 noborder
do for [q = 1:n_panels] {
  set title heading[q] noenhanced
  set xlabel "change with one standard deviation of the parameter"
  set key off
  set xzeroaxis
  set xtics step[q]
  plot bars index q - 1 using 3:2:(0):3:($2 - 0.32):($2 + 0.32):ytic(1) with boxxyerror lc rgb colour[1] notitle, \
       bars index q - 1 using (0):2 with points ps 0 notitle
  if (n_columns == 2) {
    set title ""
    set xlabel "part of the variance"
    set xrange [0 : *]
    set xtics 0.2
    set key top center tmargin horizontal
    plot bars index q - 1 using 4:2:(0):4:($2 - 0.32):($2 - 0.02):ytic(1) with boxxyerror lc rgb colour[1] \
             title "first order", \
         bars index q - 1 using 7:2:(0):7:($2 + 0.02):($2 + 0.32) with boxxyerror lc rgb colour[2] \
             title "total", \
         bars index q - 1 using 4:($2 - 0.17):5:6 with xerrorbars pt 0 lw 1.2 lc rgb "#303030" notitle, \
         bars index q - 1 using 7:($2 + 0.17):8:9 with xerrorbars pt 0 lw 1.2 lc rgb "#303030" notitle
    set xrange [* : *]
  }
}
unset multiplot
