# SPDX-License-Identifier: MIT

# ---- common to the figures of the rope on a surface ------------------------------------------------------------------
set key outside right top
wide_margin = 'set lmargin at screen 0.11; set rmargin at screen 0.69; set tmargin at screen 0.965; set bmargin at screen 0.125'
