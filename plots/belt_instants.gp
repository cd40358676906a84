# SPDX-License-Identifier: MIT

# ---- force along the belt at the instants of the profiles, a panel for each run --------------------------------------
set xrange [0:L]
set ylabel "force N [N]"
unset key
eval grow_for_legend(n_instants, 14)
eval arcs_on_x
eval arc_labels_on_x
eval panels(n_rows, n_columns, left_room, side_room, axis_room, label_room + 22, 120, row_room + label_room)
eval tics_on_x(0, L)
drawn_kind = "profiles"
drawn_column = 3
eval fit_column
do for [i = 1:n_runs] {
  if (i > n_runs - n_columns) { set xlabel "path coordinate σ [m]" }
  set label 1 run_label(i) at graph 0, graph 1 left offset 0, label_room / 20.0 + 0.3 noenhanced
  plot for [k = 1:n_instants] data(i, "profiles") index k - 1 using 1:3 with lines lc rgb colour[(k - 1) % 8 + 1] \
       dt dash[(k - 1) % 8 + 1] lw width_of(k, n_instants) notitle
}
eval legend_of('for [k = 1:n_instants] NaN with lines lc rgb colour[(k - 1) % 8 + 1] dt dash[(k - 1) % 8 + 1] lw width_of(k, n_instants) ' \
  . 'title sprintf("t = %.4g s", instant[k])')
unset multiplot
