# SPDX-License-Identifier: MIT
"""Sources of configurations."""
import json
import os
import pathlib


def source_of(config):
    """Text and file name of a configuration; for a file the text is empty."""
    if isinstance(config, dict):
        return json.dumps(config), "configuration"
    if isinstance(config, str) and config.lstrip().startswith("{"):
        return config, "configuration"
    if isinstance(config, (str, os.PathLike)):
        return "", os.fspath(config)
    raise TypeError(f"a configuration is a dict, a path or the text of a file, not {type(config).__name__}")


def assignments_of(changes):
    """Assignments {"/json/pointer": value} in the form of the program."""
    if not changes:
        return []
    return [f"{pointer}={value if isinstance(value, str) else json.dumps(value)}" for pointer, value in changes.items()]


def file_of(config, folder):
    """A file with the configuration, created in the folder if it is not a file."""
    text, name = source_of(config)
    if not text:
        return pathlib.Path(name)
    path = pathlib.Path(folder) / "configuration.json"
    path.write_text(text)
    return path
