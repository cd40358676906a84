# SPDX-License-Identifier: MIT

# ---- common to the figures of ropes with ends ------------------------------------------------------------------------
end_position(j) = 1 + j
end_speed(j) = 3 + j
span_force(k) = 5 + k
short_title(k) = k == 0 ? short_end_title[1] : k > n_pulleys ? short_end_title[2] : short_pulley_title[k]
point_title(k) = is_narrow ? short_title(k) : k == 0 ? end_title[1] : k > n_pulleys ? end_title[2] : pulley_title[k]
slip_speed(k) = 5 + n_pulleys + 2 * k
slip_margin(k) = 6 + n_pulleys + 2 * k
curves_over_time = 'plot for [w in in_order] data(int(w), "history") using 1:drawn_column with lines' \
  . ' lc rgb run_colour(int(w)) lw run_width(int(w)) dt run_dash(int(w)) notitle'
set xrange [begin_time:end_time]
unset key
eval grow_for_runs
