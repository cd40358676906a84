# SPDX-License-Identifier: MIT

# ---- common to the figures of the rope on a surface ------------------------------------------------------------------
eval grow_for_runs
eval key_below
