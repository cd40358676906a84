# SPDX-License-Identifier: MIT

# ---- common to the figures of the friction rig -----------------------------------------------------------------------
set key outside right center
position_label = sprintf("position x [%s]", position_unit)
