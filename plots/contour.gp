# SPDX-License-Identifier: MIT

# ---- common to the figures of contour drives ------------------------------------------------------------------------
# The regions of the contour, on a horizontal axis sigma.
entry2 = R1 + span
exit2 = entry2 + R2
of_span = is_narrow ? "" : " span"
regions_on_x = 'set object 101 rectangle from 0, graph 0 to R1, graph 1 fc rgb contact_colour fs solid noborder behind;' \
  . 'set object 102 rectangle from entry2, graph 0 to exit2, graph 1 fc rgb contact_colour fs solid noborder behind;' \
  . 'set label 101 "pulley 1" at 0.5 * R1, graph 1.03 center;' \
  . 'set label 102 "slack" . of_span at R1 + 0.5 * span, graph 1.03 center;' \
  . 'set label 103 "pulley 2" at entry2 + 0.5 * R2, graph 1.03 center;' \
  . 'set label 104 "tight" . of_span at exit2 + 0.5 * span, graph 1.03 center'
