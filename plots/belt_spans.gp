# SPDX-License-Identifier: MIT

# ---- force along each span at the end, all runs ----------------------------------------------------------------------
# Elements that bend where a pulley ends may carry a peak there, which leaves no room for the rest of the span.
end_of_span = 0.05
set clip two
unset key
eval grow_for_runs
eval panels_of_pulleys
do for [k = 1:n_pulleys] {
  first = arc_start[k] + arc_length[k] + end_of_span * span_length[k]
  last = arc_start[k] + arc_length[k] + (1 - end_of_span) * span_length[k]
  eval fit_forces
  set xrange [first:last]
  eval tics_on_x(first, last)
  if (k > n_pulleys - n_columns) { set xlabel "path coordinate σ [m]" }
  set ylabel "force N [N]"
  set label 1 span_label(k) at graph 0, graph 1 left offset 0, 0.7 noenhanced
  plot for [w in in_order] data(int(w), "last_profile") using (!has_points || ($1 >= first && $1 <= last) ? $1 : NaN):3 with lines \
       lc rgb run_colour(int(w)) lw run_width(int(w)) dt run_dash(int(w)) notitle
}
eval legend_of_runs
unset multiplot
