# SPDX-License-Identifier: MIT

# ---- common to the figures of the friction rig -----------------------------------------------------------------------
eval grow_for_runs
eval key_below
position_label = sprintf("position x [%s]", position_unit)
# Published curves are drawn as points.
legend_of_rig = legend_of('for [w in own] NaN with lines lc rgb run_colour(int(w)) lw run_width(int(w)) dt run_dash(int(w))' \
  . ' title run_label(int(w)),' \
  . 'for [j = 1:n_published] NaN with points pt 6 ps 0.35 lc rgb exact_colour title run_label(other(j))')
