# SPDX-License-Identifier: MIT

# ---- errors of runs from exact or published curves, the largest within windows of the axis ---------------------------
set logscale y
set autoscale xfix
set format x
set format y "10^{%L}"
unset key
eval grow_for_runs
eval one_column
footer = (65.0 + legend_height) / height
panel_height = (1.0 - footer) / n_panels
set multiplot
do for [p = 1:n_panels] {
  set bmargin at screen footer + (n_panels - p) * panel_height + (p < n_panels ? 0.2 * panel_height : 0)
  set tmargin at screen footer + (n_panels - p + 1) * panel_height - 0.12 * panel_height
  set label 1 panel_name[p] at graph 0, graph 1 left offset 0, 0.6 noenhanced
  set ylabel "error / range"
  unset xlabel
  if (p == n_panels) { set xlabel pick(is_along_belt[p], "coordinate along the belt σ [m]", "time t [s]") }
  plot for [w in drawn[p]] data(int(w), sprintf("error%d", p)) using 1:2 with lines lc rgb run_colour(int(w)) \
       dt run_dash(int(w)) lw 1.5 notitle
}
eval legend_of_runs
unset multiplot
