# SPDX-License-Identifier: MIT

# ---- Bode diagram: magnitude and phase over frequency, a row for each unit -------------------------------------------
set logscale x
set autoscale xfix
set key outside right top
set multiplot layout n_rows, 2 margins 0.085, 0.70, 0.24 / n_rows, 1 - 0.08 / n_rows spacing 0.08, 0.24 / n_rows
first = 0
do for [i = 1:n_rows] {
  set xlabel (i == n_rows ? "frequency [Hz]" : "")
  set logscale y
  set format y "%g"
  set yrange [*:*]
  set ytics autofreq
  set ylabel sprintf("magnitude [%s]", unit[i]) noenhanced
  set key off
  plot for [k = 1:n_curves[i]] "data/frequency_response.dat" index first + k - 1 using 1:2 with lines \
       lc rgb colour[curve_colour[first + k]] lw 1.8 dt dash[curve_dash[first + k]] notitle
  unset logscale y
  set format y "%g"
  set yrange [-180:180]
  set ytics -180, 90, 180
  set ylabel "phase [deg]"
  set key outside right top
  plot for [k = 1:n_curves[i]] "data/frequency_response.dat" index first + k - 1 using 1:3 with lines \
       lc rgb colour[curve_colour[first + k]] lw 1.8 dt dash[curve_dash[first + k]] title curve_title[first + k]
  first = first + n_curves[i]
}
unset multiplot
