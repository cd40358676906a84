# SPDX-License-Identifier: MIT

# ---- common to all figures -------------------------------------------------------------------------------------------
if (!exists("format")) format = "svg"
small_font = format eq "png" ? ",10" : ",12.5"  # of insets
if (format eq "png") {
  # Half as large again, for screens and print.
  if (!exists("scale")) { scale = 1.5 }
  if (strstrt(GPVAL_TERMINALS, "pngcairo") > 0) {
    set terminal pngcairo enhanced size scale * width, scale * height font "DejaVu Sans,11" \
        fontscale scale linewidth scale pointscale scale dashlength 0.6 rounded background rgb "white"
  } else {
    set terminal png enhanced size scale * width, scale * height font "DejaVu Sans,11" fontscale scale rounded \
        linewidth scale background rgb "white"
  }
} else {
  set terminal svg enhanced size width, height font "DejaVu Sans,14" dashlength 1 rounded background rgb "white"
}
set output sprintf("%s.%s", figure, format)
set encoding utf8
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
# earlier one: so curves that coincide can all be seen.
run_is_reference(i) = run_is_exact[i] || run_is_published[i]
n_before(i) = i <= 1 ? 0 : n_before(i - 1) + (run_is_reference(i - 1) ? 0 : 1)
n_exact_before(i) = i <= 1 ? 0 : n_exact_before(i - 1) + (run_is_reference(i - 1) ? 1 : 0)
n_inexact = n_before(n_runs + 1)
run_colour(i) = run_is_reference(i) ? exact_colour : colour[n_before(i) % 8 + 1]
run_dash(i) = run_is_reference(i) ? (n_exact_before(i) + 2) % 5 + 1 : dash[n_before(i) % 8 + 1]
run_width(i) = run_is_reference(i) ? 1.2 : 1.5 + 3.0 * (n_inexact - 1 - n_before(i)) / n_inexact
run_label(i) = run_is_exact[i] ? run_title[i] . " (exact)" : run_title[i]
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
