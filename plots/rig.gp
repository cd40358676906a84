
# ---- common to the figures of the friction rig -----------------------------------------------------------------------
set key outside right center
