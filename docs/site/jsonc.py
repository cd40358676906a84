# SPDX-License-Identifier: MIT
"""JSON with // comments, as the program reads it; numbers keep the digits with which they are written."""
import json
import re

COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*')


class Number(float):
    """A number that is written as it was read."""

    def __new__(cls, text):
        number = super().__new__(cls, text)
        number.text = text
        return number


def loads(text):
    """Raises json.JSONDecodeError if the text is not JSON."""
    return json.loads(COMMENT.sub(lambda match: match.group(1) or "", text), parse_float=Number, parse_int=Number)


def dumps(value):
    """One line, numbers as read."""
    if isinstance(value, Number):
        return value.text
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {dumps(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(dumps, value)) + "]"
    return f"{value:g}" if isinstance(value, float) else json.dumps(value, ensure_ascii=False)
