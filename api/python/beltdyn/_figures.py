# SPDX-License-Identifier: MIT
"""Plots of histories."""

# The colours of BeltDyn's figures, which readers with colour vision deficiency can distinguish too.
COLOURS = ["#0072b2", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#cc79a7", "#7a5a00", "#666666"]
STYLES = ["-", "--", "-.", ":"]


def plot_columns(runs, columns, axes):
    """Plots each column over time, for each run that has it; one panel per unit."""
    import matplotlib.pyplot

    if not columns:
        raise ValueError("name the columns to draw; a run lists those it has: list(run)")
    missing = [column for column in columns if all(column not in run for run in runs)]
    if missing:
        raise KeyError(f"no run has a column {missing[0]}")
    units = list(dict.fromkeys(run.units[column] for column in columns for run in runs if column in run))
    if axes is None:
        _, axes = matplotlib.pyplot.subplots(len(units), 1, sharex=True, squeeze=False, constrained_layout=True)
        axes = axes[:, 0]
    panels = dict(zip(units, axes if hasattr(axes, "__len__") else [axes] * len(units)))
    for i, run in enumerate(runs):
        for j, column in enumerate(column for column in columns if column in run):
            label = f"{run.name}: {column}" if len(runs) > 1 else column
            panels[run.units[column]].plot(run.time, run[column], STYLES[(i if len(columns) > 1 else 0) % len(STYLES)],
                                           color=COLOURS[(j if len(columns) > 1 else i) % len(COLOURS)], label=label)
    for unit, panel in panels.items():
        panel.set_ylabel(f"[{unit}]" if len(columns) > 1 else f"{columns[0]} [{unit}]")
        panel.grid(alpha=0.3)
        panel.legend()
    list(panels.values())[-1].set_xlabel("time [s]")
    return list(panels.values())
