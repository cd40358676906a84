# SPDX-License-Identifier: MIT

# ---- the rope on its surface, coloured by its force ------------------------------------------------------------------
unset border
unset tics
unset grid
unset key
set view equal xyz
set view 62, 172, 1.3
set xyplane 0
set hidden3d back offset 0 nooffset
set colorbox user origin 0.84, 0.25 size 0.02, 0.5
stats data(shown, "rope") using 4 nooutput
set cbrange [STATS_min:STATS_max]
set cblabel "force [N]" offset 1
set cbtics
# Blue to yellow through colours that are distinguishable with colour blindness.
set palette defined (0 "#0d0887", 0.25 "#7e03a8", 0.5 "#cc4778", 0.75 "#f89540", 1 "#f0c921")
splot data(shown, "surface") using 1:2:3 with lines lc rgb "#b8c2cc" lw 0.6, \
      data(shown, "rope") using 1:2:3:4 with lines lc palette lw 6
