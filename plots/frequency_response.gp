# SPDX-License-Identifier: MIT

# ---- Bode diagram: magnitude and phase over frequency, a row for each unit -------------------------------------------
set logscale x
set key outside right top
set multiplot layout n_rows, 2 margins 0.075, 0.80, 0.17 / n_rows, 1 - 0.08 / n_rows spacing 0.075, 0.24 / n_rows
first = 0
do for [r = 1:n_rows] {
  set xlabel r == n_rows ? "frequency [Hz]" : ""
  set logscale y
  set format y "10^{%L}"
  set yrange [*:*]
  set ytics auto
  set ylabel sprintf("magnitude [%s]", unit[r]) noenhanced
  set key off
  plot for [k = 1:n_curves[r]] "data/frequency_response.dat" index first + k - 1 using 1:2 with lines \
       lc rgb colour[curve_colour[first + k]] lw 1.8 dt dash[curve_dash[first + k]] notitle
  unset logscale y
  set format y "%g"
  set yrange [-180:180]
  set ytics -180, 90, 180
  set ylabel "phase [deg]"
  set key outside right top
  plot for [k = 1:n_curves[r]] "data/frequency_response.dat" index first + k - 1 using 1:3 with lines \
       lc rgb colour[curve_colour[first + k]] lw 1.8 dt dash[curve_dash[first + k]] title curve_title[first + k]
  first = first + n_curves[r]
}
unset multiplot
