# SPDX-License-Identifier: MIT

# ---- force along the belt at the instants of the profiles, a panel for each run --------------------------------------
set xrange [0:L]
set offsets 0, 0, graph 0.06, graph 0.06
set ylabel "force N [N]"
set key at screen 0.99, screen 0.5 right center maxcols 1 font small_font spacing 1.0
eval arcs_on_x
eval arc_labels_on_x
set multiplot layout n_rows, n_columns margins 0.11 / n_columns, 0.8, 0.23 / (n_rows + 0.5), 1 - 0.22 / n_rows \
    spacing 0.1, 0.3 / n_rows
do for [i = 1:n_runs] {
  if (i > n_runs - n_columns) { set xlabel "path coordinate σ [m]" }
  set label 1 run_label(i) at graph 1, graph 1.09 right noenhanced
  plot for [k = 1:n_instants] data(i, "profiles") index k - 1 using 1:3 with lines lc rgb colour[(k - 1) % 8 + 1] \
       dt dash[(k - 1) % 8 + 1] lw 2 title sprintf("t = %.4g s", instant[k])
  unset key
}
unset multiplot
