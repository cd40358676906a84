# SPDX-License-Identifier: MIT

# ---- common to the figures of belt drives ----------------------------------------------------------------------------
# The arcs of the pulleys, on a horizontal axis sigma.
arcs_on_x = 'do for [k = 1:n_pulleys] {' \
  . 'set object 100 + k rectangle from arc_start[k], graph 0 to arc_start[k] + arc_length[k], graph 1' \
  . ' fc rgb contact_colour fs solid noborder behind }'
# Many pulleys, or those of a narrow picture, have their names in two rows; a narrow picture has no room for many names.
has_names = !is_narrow || n_pulleys <= 3
has_two_rows = n_pulleys > 3 || (n_pulleys > 1 && is_narrow)
row_of_label(k) = has_two_rows && k % 2 == 0 ? 1.75 : 0.6
arc_label(k) = !has_names ? sprintf("%d", k) : has_two_rows ? short_label(k) : pulley_label(k)
label_room = has_two_rows ? 52 : 32  # [px]
arc_labels_on_x = 'do for [k = 1:n_pulleys] {' \
  . 'set label 100 + k arc_label(k) at arc_start[k] + 0.5 * arc_length[k], graph 1 center offset 0, row_of_label(k) noenhanced font small_font }'

# What a pulley is called, and where there is little room.
pulley_label(k) = sprintf("pulley %d", k) . (pulley_name[k] eq "" ? "" : " (" . pulley_name[k] . ")")
# The span behind pulley k: "span 1 (crank to alternator)".
next_name(k) = pulley_name[k % n_pulleys + 1]
span_label(k) = sprintf("span %d", k) . (is_narrow || pulley_name[k] eq "" || next_name(k) eq "" ? "" : " (" . pulley_name[k] . " to " . next_name(k) . ")")
short_label(k) = pulley_name[k] eq "" ? sprintf("pulley %d", k) : sprintf("%d %s", k, pulley_name[k])

# Columns of the history.
angular_velocity(k) = 3 * k - 1
torque(k) = 3 * k
slip_arc(k) = 3 * k + 1
span_force(k) = 3 * n_pulleys + 2 * k
accessory_velocity(k) = 5 * n_pulleys + 1 + accessory[k]
# The force where a span on idlers begins; behind it where it ends.
begin_force(k) = 5 * n_pulleys + n_accessories + 2 * run_on_idlers[k]

# Curves of others are drawn over those of the first run.
link_dash(i) = run_is_published[i] ? 2 : 1
link_width(i) = run_is_published[i] ? 0.9 : 1.5
longest_published = n_published ? strlen(run_label(other(1))) : 0
grow_for_elements = 'eval grow_for_legend(n_elements + n_published, longest_published > 10 ? longest_published : 10)'
legend_of_elements = legend_of('for [k = 1:n_elements] NaN with lines lc rgb colour[k] lw 2 title sprintf("element %d", k),' \
  . 'for [j = 1:n_published] NaN with lines lc rgb exact_colour lw 0.9 dt (8,7) title run_label(other(j))')

# One panel for each pulley, or the span behind it, all runs overlaid.
left_room = is_narrow ? number_room : 110.0
panels_of_pulleys = 'eval panels(n_rows, n_columns, left_room, side_room, axis_room, title_room, 120, row_room)'

# The range of the forces at the end between the places `first` and `last`; of the whole belt if no profile has a point
# there.
fit_forces = 'set autoscale; low = 1e300; high = -1e300; do for [w in in_order] {' \
  . 'stats data(int(w), "last_profile") using ($1 > first && $1 < last ? $3 : 1e300) nooutput; low = min(low, STATS_min);' \
  . 'stats data(int(w), "last_profile") using ($1 > first && $1 < last ? $3 : -1e300) nooutput; high = max(high, STATS_max) };' \
  . 'has_points = high >= low; if (!has_points) { stats data(int(word(in_order, 1)), "last_profile") using 3 nooutput; low = STATS_min; high = STATS_max };' \
  . 'eval fit_range'

# What the belt does in a contact point.
stick_colour = "#8c8c8c"
free_colour = "#c9c9c9"
state_rgb(s) = s == 1 ? 0xf0a030 : s == -1 ? 0x1f4e79 : s == 0 ? 0x8c8c8c : 0xc9c9c9

# ---- pictures of the drive -------------------------------------------------------------------------------------------
set style fill solid 1.0 border lc rgb "#9a9a9a"
drive_size = (x_high - x_low > y_high - y_low ? x_high - x_low : y_high - y_low)
scale_bar = 10 ** floor(log10(0.5 * (x_high - x_low)))
room = 0.06 * drive_size
name_room = names_are_outside ? 0.08 * drive_size : 0
bar_y = y_low - room - name_room
beside_x(k, d) = span_x[k] - side_of_names * d * drive_size * span_ty[k]
beside_y(k, d) = span_y[k] + side_of_names * d * drive_size * span_tx[k]
half_arrow(k) = 0.06 * drive_size < 0.25 * span_length[k] ? 0.06 * drive_size : 0.25 * span_length[k]
picture_axes = 'set size ratio -1; unset border; unset tics; unset grid; unset xlabel; unset ylabel;' \
  . 'set xrange [x_low - room : x_high + room];' \
  . 'set yrange [y_low - 1.5 * room - name_room : y_high + room + name_room];' \
  . 'set arrow 1 from x_low, bar_y to x_low + scale_bar, bar_y heads back size graph 0.006, 90 lc rgb "#555555" lw 1;' \
  . 'set label 1 sprintf("%g m", scale_bar) at x_low + scale_bar, bar_y left offset 0.6, 0 tc rgb "#555555";' \
  . 'do for [k = 1:n_pulleys] { if (is_shown[k]) {' \
  . 'set label 10 + k sprintf("span %d", k) at name_x[k], name_y[k] center front tc rgb "#555555" font small_font;' \
  . 'set arrow 10 + k from beside_x(k, 0.03) - half_arrow(k) * span_tx[k], beside_y(k, 0.03) - half_arrow(k) * span_ty[k]' \
  . ' to beside_x(k, 0.03) + half_arrow(k) * span_tx[k], beside_y(k, 0.03) + half_arrow(k) * span_ty[k]' \
  . ' filled size graph 0.018, 20 fixed lc rgb "#555555" lw 1.2 front } }'
