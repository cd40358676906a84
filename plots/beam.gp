# SPDX-License-Identifier: MIT

# ---- common to the figures of the supported beam ---------------------------------------------------------------------
set key top right
