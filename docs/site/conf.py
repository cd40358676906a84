# SPDX-License-Identifier: MIT
"""Sphinx configuration; docs/site/build.py calls Sphinx with it."""
import os
import pathlib
import re
import sys

import furo

sys.path.insert(0, str(pathlib.Path(__file__).parent))

project = "BeltDyn"
author = "The BeltDyn developers"
project_copyright = "The BeltDyn developers, MIT licence"
version = release = os.environ["BELTDYN_VERSION"]

extensions = ["myst_parser", "sphinx.ext.autodoc", "katex_math", "configuration_keys"]
myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 4
# Examples show parts of files, with comments and dots, which the lexer of JSON does not take.
highlight_language = "none"
default_role = "code"
autodoc_typehints = "none"
# Types of other packages in docstrings have no page here.
nitpick_ignore_regex = [("py:.*", ".*")]

html_math_renderer = "katex"
html_theme = "furo"
html_title = "BeltDyn"
html_static_path = ["static", os.environ["BELTDYN_KATEX"]]
html_css_files = ["katex.min.css", "beltdyn.css"]
html_show_sphinx = False
html_copy_source = False
# Debian's style sheet has the dark colours for readers who choose them on a page; here they also follow the system.
FURO = (pathlib.Path(furo.__file__).parent / "theme/furo/static/styles/furo.css").read_text()
DARK = re.search(r'body\[data-theme="dark"\] \{(.*?)\}', FURO, re.S).group(1)
html_theme_options = {
    "navigation_with_keys": True,
    "dark_css_variables": {name: value.strip() for name, value in re.findall(r"--([\w-]+):([^;]+);", DARK)},
}
pygments_style, pygments_dark_style = "default", "monokai"


def setup(app):
    from pygments.lexers.data import JsonLexer
    app.add_lexer("jsonc", JsonLexer)
