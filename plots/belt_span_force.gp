# SPDX-License-Identifier: MIT

# ---- forces in the middle of the spans, at the ends of those on idlers, all runs -------------------------------------
set xrange [begin_time:end_time]
unset key
end_title = "where a span on idlers ends"
eval grow_for_legend(n_runs + (n_runs_on_idlers > 0), max(longest_of(1, 0), n_runs_on_idlers > 0 ? strlen(end_title) : 0))
eval panels_of_pulleys
do for [k = 1:n_pulleys] {
  if (k > n_pulleys - n_columns) { set xlabel "time t [s]" }
  set ylabel "force N [N]"
  set label 1 span_label(k) . (run_on_idlers[k] ? ", where it begins" : "") at graph 0, graph 1 left offset 0, 0.7 noenhanced
  n_ends = run_on_idlers[k] ? words(in_order) : 0
  drawn_column = n_ends ? begin_force(k) + 1 : span_force(k)
  eval fit_column
  if (n_ends) {
    low_at_end = low
    high_at_end = high
    drawn_column = begin_force(k)
    eval fit_column
    low = min(low, low_at_end)
    high = max(high, high_at_end)
    eval fit_range
  }
  plot for [w in in_order] data(int(w), "history") using 1:drawn_column with lines lc rgb run_colour(int(w)) \
       lw run_width(int(w)) dt run_dash(int(w)) notitle, \
       for [j = 1:n_ends] data(int(word(in_order, j)), "history") using 1:(column(begin_force(k) + 1)) \
       with lines lc rgb run_colour(int(word(in_order, j))) lw 1.6 dt (3, 3) notitle
}
eval legend_of(curves_of_runs . (n_runs_on_idlers > 0 ? ', NaN with lines lc rgb "#555555" lw 1.6 dt (3, 3) title end_title' : ""))
unset multiplot
