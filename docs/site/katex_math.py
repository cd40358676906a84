# SPDX-License-Identifier: MIT
"""Equations are made into HTML by KaTeX when the site is built: pages need no script and nothing from the network for
them, and an equation with a mistake fails the build. One process of node serves all equations."""
import json
import pathlib
import subprocess

from sphinx.errors import ExtensionError

_process = None


def render(formula, is_display):
    """The HTML of a formula. Raises ExtensionError if KaTeX does not take it."""
    global _process  # pylint: disable=global-statement
    if _process is None:
        _process = subprocess.Popen(["node", str(pathlib.Path(__file__).parent / "katex.js")],  # pylint: disable=R1732
                                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    _process.stdin.write(json.dumps({"formula": formula, "isDisplay": is_display}) + "\n")
    _process.stdin.flush()
    answer = json.loads(_process.stdout.readline())
    if "error" in answer:
        raise ExtensionError(f"{answer['error']} in the equation {formula}")
    return answer["html"]


def visit_inline(translator, node):
    translator.body.append(f'<span class="math">{render(node.astext(), False)}</span>')


def visit_block(translator, node):
    translator.body.append(f'<div class="math">{render(node.astext(), True)}</div>')


def skip(_translator, _node):
    from docutils.nodes import SkipNode
    raise SkipNode


def finish(_app, _error):
    global _process  # pylint: disable=global-statement
    if _process is not None:
        _process.stdin.close()
        _process.wait()
        _process = None


def setup(app):
    def then_skip(visit):
        def both(translator, node):
            visit(translator, node)
            skip(translator, node)
        return both

    app.add_html_math_renderer("katex", inline_renderers=(then_skip(visit_inline), None),
                               block_renderers=(then_skip(visit_block), None))
    app.connect("build-finished", finish)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
