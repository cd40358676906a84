# SPDX-License-Identifier: MIT

# ---- Bode diagram: magnitude and phase over frequency, a row for each unit -------------------------------------------
row_height = 280
eval grow_for_rows
response = "data/frequency_response.dat"
set logscale x
set autoscale xfix
set grid xtics ytics mxtics
set key off
set multiplot
do for [i = 1:n_rows] {
  first = first_curve(i)
  eval place_row(i)
  set lmargin at screen number_room / width
  set rmargin at screen 0.5 - side_room / width
  set xlabel "frequency [Hz]"
  set logscale y
  set format y "%h"
  set yrange [*:*]
  set ytics autofreq
  set ylabel sprintf("magnitude [%s]", unit[i]) noenhanced
  plot for [k = 1:n_curves[i]] response index first + k - 1 using 1:2 with lines \
       lc rgb colour[curve_colour[first + k]] lw 1.8 dt dash[curve_dash[first + k]] notitle
  unset logscale y
  set lmargin at screen 0.5 + 75.0 / width
  set rmargin at screen 1 - side_room / width
  set yrange [-180:180]
  set ytics -180, 90, 180
  set ylabel "phase [°]"
  plot for [k = 1:n_curves[i]] response index first + k - 1 using 1:3 with lines \
       lc rgb colour[curve_colour[first + k]] lw 1.8 dt dash[curve_dash[first + k]] notitle
}
do for [i = 1:n_rows] {
  first = first_curve(i)
  eval place_legend(i)
  eval legend_of('for [k = 1:n_curves[i]] NaN with lines lc rgb colour[curve_colour[first + k]] lw 1.8' \
    . ' dt dash[curve_dash[first + k]] title curve_title[first + k]')
}
unset multiplot
