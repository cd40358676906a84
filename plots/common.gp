# SPDX-License-Identifier: MIT

# ---- common to all figures -------------------------------------------------------------------------------------------
if (!exists("format")) { format = "svg" }
if (format ne "svg" && format ne "png" && format ne "pdf") {
  exit error sprintf("format = \"%s\": must be svg, png or pdf", format)
}
# Sizes are pixels of the SVG. A PNG is half as large again, for screens; a PDF has 96 of them to an inch.
if (!exists("scale")) { scale = 1.5 }
px_per_inch = 96.0
is_height_given = exists("picture_height")
usual_width = width
if (exists("picture_width")) { width = picture_width }
if (!exists("n_columns")) { n_columns = 1 }
if (!exists("n_rows")) { n_rows = 1 }
# Narrow figures have their panels below each other, and lower ones.
shrunk(x) = width < usual_width ? x * (width > 0.75 * usual_width ? width / usual_width : 0.75) : x
if (exists("n_frames") && n_columns > 1 && width < 640) {
  height = height / n_rows * n_frames
  n_rows = n_frames
  n_columns = 1
}
# A high figure has several panels, which become illegible below half of its height.
if (is_height_given) { height = height > 700 && picture_height < 0.5 * height ? 0.5 * height : picture_height } else { height = shrunk(height) }
# A picture of the width of a column of text has the letters of its caption, 7.5 pt, and thinner lines.
is_narrow = width < 420
letters = sprintf('"DejaVu Sans,%g" rounded background rgb "white"', is_narrow ? 10 : 13)
small_font = is_narrow ? ",9" : ",11.5"  # of legends and insets
open_svg = 'set terminal svg enhanced size width, height dashlength 1 font ' . letters
open_pdf = 'set terminal pdfcairo enhanced size width / px_per_inch in, height / px_per_inch in' \
  . ' fontscale 0.6 linewidth 1.5 pointscale 0.6 dashlength 0.6 font ' . letters
open_png = 'set terminal pngcairo enhanced size scale * width, scale * height' \
  . ' fontscale 0.75 * scale linewidth scale pointscale scale dashlength 0.6 font ' . letters
if (format eq "png" && strstrt(GPVAL_TERMINALS, "pngcairo") == 0) {
  open_png = 'set terminal png enhanced size scale * width, scale * height fontscale 0.75 * scale linewidth scale font ' . letters
}
open_picture = (format eq "svg" ? open_svg : format eq "pdf" ? open_pdf : open_png) \
  . '; set output sprintf("%s.%s", figure, format)'
set encoding utf8
# An SVG depends on the pen of the picture before it, which is therefore always this one.
if (format eq "svg") { set terminal svg; set output "/dev/null"; plot [0:1] [0:1] 0 notitle; set output }
eval open_picture
set border 3 lw 0.8
set tics nomirror out scale 0.6
set key opaque noenhanced reverse Left samplen 3 spacing 1.15 box lc rgb "#bbbbbb"
set grid lc rgb "#e6e6e6" lw 0.8 lt 1

# Colours of Okabe and Ito, neighbours far apart in lightness; dashes distinguish the curves without colour.
array colour[8] = ["#0072b2", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#cc79a7", "#7a5a00", "#666666"]
array dash[8] = [1, 2, 4, 3, 5, 1, 2, 4]
exact_colour = "#000000"
light = "#f0a030"  # slip forward
dark = "#1f4e79"   # slip backward
contact_colour = "#eeeeee"

# A value by a condition; unlike c ? a : b it may follow `dt`.
pick(c, a, b) = c ? a : b

data(i, kind) = sprintf("data/%s.%s.dat", run_name[i], kind)
# Exact and published solutions are thin black lines drawn over the others, of which a later one is thinner than an
# earlier one: so curves that coincide can all be seen. Where all are exact there is nothing to draw them over.
is_exact_alone(i) = i > n_runs ? 1 : run_is_exact[i] ? is_exact_alone(i + 1) : 0
if (!exists("all_are_exact")) { all_are_exact = is_exact_alone(1) }
run_is_reference(i) = run_is_published[i] || (run_is_exact[i] && !all_are_exact)
n_before(i) = i <= 1 ? 0 : n_before(i - 1) + (run_is_reference(i - 1) ? 0 : 1)
n_exact_before(i) = i <= 1 ? 0 : n_exact_before(i - 1) + (run_is_reference(i - 1) ? 1 : 0)
n_inexact = n_before(n_runs + 1)
# A run has one colour in all figures of a result.
run_colour(i) = run_is_reference(i) ? exact_colour : colour[run_number[i] % 8 + 1]
run_dash(i) = run_is_reference(i) ? (n_exact_before(i) + 2) % 5 + 1 : dash[run_number[i] % 8 + 1]
run_width(i) = run_is_reference(i) ? 1.2 : is_narrow ? 1.0 + 1.2 * (n_inexact - 1 - n_before(i)) / n_inexact : 1.5 + 3.0 * (n_inexact - 1 - n_before(i)) / n_inexact
# Of curve k of n that are not runs.
width_of(k, n) = (is_narrow ? 1.0 : 1.5) + (is_narrow ? 0.8 : 1.5) * (n - k) / n
says_exact(i) = strstrt(run_title[i], "exact") > 0
run_label(i) = !run_is_exact[i] || says_exact(i) ? run_title[i] \
  : run_title[i] . (run_is_steady_only[i] ? " (steady)" : " (exact)")
in_order = ""
do for [i = 1:n_runs] { if (!run_is_reference(i)) { in_order = in_order . sprintf(" %d", i) } }
do for [i = 1:n_runs] { if (run_is_reference(i)) { in_order = in_order . sprintf(" %d", i) } }

# Curves of others, for figures that draw them in another way than the own ones.
own = ""
published = ""
do for [w in in_order] { if (run_is_published[int(w)]) { published = published . " " . w } else { own = own . " " . w } }
n_published = words(published)
other(j) = n_published ? int(word(published, j)) : 1

# Vertical lines at the marked times, labelled on alternate sides: marks come close in pairs.
marks_on_x = 'do for [i = 1:n_marks] {' \
  . 'set arrow 200 + i from mark_time[i], graph 0 to mark_time[i], graph 1 nohead lc rgb "#777777" lw 1 dt 3 back;' \
  . 'if (i % 2) { set label 200 + i mark_label[i] at mark_time[i], graph mark_height right offset -0.4, 0 tc rgb "#555555" }' \
  . 'else { set label 200 + i mark_label[i] at mark_time[i], graph mark_height left offset 0.4, 0 tc rgb "#555555" } }'
mark_height = 0.04

# ---- axes that fit their values --------------------------------------------------------------------------------------
# A ripple on a large mean fills its panel. What differs by round-off only is a line in the middle of one; `low`, `high`
# are the least and the largest value.
step_of(x) = x < 1.5 ? 1.0 : x < 3.5 ? 2.0 : x < 7.5 ? 5.0 : 10.0
nice(x) = 10.0**floor(log10(x)) * step_of(x / 10.0**floor(log10(x)))
number_format(step, size) = size >= 1e6 || size < 1e-3 ? "%h" : sprintf("%%.%df", max(0, -floor(log10(step) + 1e-9)))
max(x, y) = x > y ? x : y
min(x, y) = x < y ? x : y
largest_shown = 0.0  # value of the panels so far: what is below a thousand-millionth of it is round-off, too
fit_range = 'size = max(abs(low), abs(high)); largest_shown = max(largest_shown, size); if (size <= 1e-9 * largest_shown) { size = 0.0; low = 0.0; high = 0.0 };' \
  . 'if (high - low <= 1e-6 * size) { half = size > 0 ? 0.05 * size : 1.0; high = 0.5 * (low + high) + half; low = high - 2 * half };' \
  . 'tic_step = nice((high - low) / 4.0); room_beyond = 0.06 * (high - low); set ytics tic_step;' \
  . 'set format y number_format(tic_step, max(abs(low), abs(high)));' \
  . 'set yrange [low >= 0 ? max(-0.5 * room_beyond, low - room_beyond) : low - room_beyond : high + room_beyond]'
# Numbers on a horizontal axis that have room beside each other, for values in this range.
number_width = 60.0  # [px]
tics_on_x(low, high) = high > low && panel_width < 7 * number_width \
  ? sprintf('set xtics %.10g', nice((high - low) / max(1.5, panel_width / number_width - 0.5))) : 'set xtics autofreq'
# The values of a column of all runs but published ones, which may leave out some.
fit_column = 'set autoscale y; low = 1e300; high = -1e300; do for [i = 1:n_runs] { if (!run_is_published[i]) {' \
  . 'stats data(i, drawn_kind) using drawn_column nooutput;' \
  . 'low = STATS_min < low ? STATS_min : low; high = STATS_max > high ? STATS_max : high } }; eval fit_range'
drawn_kind = "history"

# The values above 0 of a column of all runs on a logarithmic axis, whose numbers have room above each other.
is_above_0(c) = valid(c) && column(c) > 0
fit_decades = 'unset logscale y; set autoscale y; low = 1e300; high = 1e-300; do for [i = 1:n_runs] {' \
  . 'stats data(i, drawn_kind) using (is_above_0(drawn_column) ? column(drawn_column) : 1e300) nooutput; low = min(low, STATS_min);' \
  . 'stats data(i, drawn_kind) using (is_above_0(drawn_column) ? column(drawn_column) : 1e-300) nooutput; high = max(high, STATS_max) };' \
  . 'set logscale y; if (high > low) { set ytics 10.0**max(1, ceil((log10(high / low) + 2.0) * 1.5 * letter_height / panel_height)) }'

# Room around panels [px].
letter_height = is_narrow ? 10.0 : 13.0
axis_room = is_narrow ? 42.0 : 58.0    # below, of the numbers and the name of an axis
number_room = is_narrow ? 62.0 : 95.0  # on the left of a single column
row_room = is_narrow ? 50.0 : 64.0     # between panels, of the numbers of one and the title of the next
title_room = is_narrow ? 26.0 : 34.0   # above the first one
side_room = 20.0    # on the right
one_column = 'set lmargin at screen number_room / width; set rmargin at screen 1 - side_room / width'

# ---- panels and the legend below them ----------------------------------------------------------------------------------
# The legend takes the rows that its titles need, by which the picture grows: no panel loses width to it.
# The widths are those by which gnuplot divides the legend of an SVG into columns.
letter_width = is_narrow ? 6.3 : 8.05  # of the small font [px]
sample_width = is_narrow ? 43 : 55     # of the line before a title [px]
legend_line = is_narrow ? 16 : 22    # [px]
legend_height = 0
longest_of(i, longest) = i > n_runs ? longest : longest_of(i + 1, max(longest, strlen(run_label(i))))
grow_for_legend(n, letters) = sprintf('legend_columns = %d; legend_height = %d; height = height_with(legend_height); eval open_picture', \
  columns_for(n, letters), rows_for(n, columns_for(n, letters)) * legend_line + 12)
# A height that is given is that of the whole picture, unless its panels need more.
least_panel = 130.0  # [px]
height_with(legend) = is_height_given ? max(height, n_rows * least_panel + legend) : height + legend
most_columns(letters) = int(1.0 * width / (letter_width * letters + sample_width))
columns_for(n, letters) = most_columns(letters) < 1 ? 1 : most_columns(letters) > n ? n : most_columns(letters)
rows_for(n, columns) = ceil(1.0 * n / columns)
grow_for_runs = 'eval grow_for_legend(n_runs, longest_of(1, 0))'

# Panels in rows and columns, with the room around and between them [px].
panel_width = width  # of a panel with axes [px]
# If panels would be lower than legible, the picture grows.
panel_height = height  # [px]
least_inner = is_narrow ? 80.0 : 100.0
of_rows(rows, below, above, between, inner) = below + legend_height + above + (rows - 1.0) * between + rows * inner
panels(rows, columns, left, right, below, above, across, between) = sprintf( \
  'if (height < %g) { height = %g; eval open_picture }; panel_width = %g; panel_height = (height - %g) / %d; ', \
  of_rows(rows, below, above, between, least_inner), of_rows(rows, below, above, between, least_inner), \
  (width - 1.0 * left - right - (columns - 1.0) * across) / columns, of_rows(rows, below, above, between, 0.0), rows) \
  . sprintf('set multiplot layout %d, %d margins %.1f / width, 1 - %.1f / width, %.1f / height, 1 - %.1f / height spacing %.1f / width, %.1f / height', \
  rows, columns, 1.0 * left, 1.0 * right, 1.0 * below + legend_height, 1.0 * above, 1.0 * across, 1.0 * between)

# The legend is a last panel without axes; `curves` are plotted in it, none of which has a point.
legend_bottom = 0
legend_of(curves) = 'unset label; unset arrow; unset object; unset border; unset tics; unset grid; unset xlabel;' \
  . 'unset ylabel; unset title; unset logscale; unset xzeroaxis; set offsets 0, 0, 0, 0; set xrange [0:1]; set yrange [0:1];' \
  . 'set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 1.0 * legend_bottom / height;' \
  . 'set tmargin at screen 1.0 * (legend_bottom + legend_height) / height;' \
  . 'set key at screen 0.5, screen (legend_bottom + 0.5 * legend_height) / height center center horizontal' \
  . ' maxcols legend_columns nobox noopaque font small_font spacing 1.1 samplen 2.5 width 1; plot ' . curves
curves_of_runs = 'for [w in in_order] NaN with lines lc rgb run_colour(int(w)) lw run_width(int(w)) dt run_dash(int(w))' \
  . ' title run_label(int(w))'
legend_of_runs = legend_of(curves_of_runs)
# The legend of a picture of one panel, in its lower margin.
key_below = 'set bmargin at screen (legend_height + axis_room) / height;' \
  . 'set key at screen 0.5, screen 0.5 * legend_height / height center center horizontal maxcols legend_columns' \
  . ' nobox noopaque font small_font spacing 1.1 samplen 2.5 width 1'

# Figures whose rows have curves of their own, n_curves[] of curve_title[], have a legend below each row.
first_curve(i) = i <= 1 ? 0 : first_curve(i - 1) + n_curves[i - 1]
most_curves(i) = i < 1 ? 0 : max(most_curves(i - 1), n_curves[i])
longest_title(i) = i < 1 ? 0 : max(longest_title(i - 1), strlen(curve_title[i]))
row_legend(i) = rows_for(n_curves[i], legend_columns) * legend_line + 12
row_bottom(i) = i >= n_rows ? 0 : row_bottom(i + 1) + row_height + row_legend(i + 1)
legends_from(i) = i > n_rows ? 0 : row_legend(i) + legends_from(i + 1)
grow_for_rows = 'legend_columns = columns_for(most_curves(n_rows), longest_title(first_curve(n_rows) + n_curves[n_rows]));' \
  . 'row_height = is_height_given ? max(1.3 * least_panel, (height - legends_from(1)) / n_rows) : shrunk(row_height);' \
  . 'height = row_bottom(0); eval open_picture'
place_row(i) = sprintf('set bmargin at screen %.5f; set tmargin at screen %.5f', \
  1.0 * (row_bottom(i) + row_legend(i) + axis_room) / height, 1.0 * (row_bottom(i) + row_legend(i) + row_height - 28) / height)
place_legend(i) = sprintf('legend_bottom = %d; legend_height = %d', row_bottom(i), row_legend(i))
