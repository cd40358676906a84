# SPDX-License-Identifier: MIT
"""Selects the single-line changes of a C++ source to try, and a sample of them. Works on text only: nothing is run."""
from __future__ import annotations

import dataclasses
import hashlib
import re

# Lines in which a change alters no behaviour, or only a message.
SKIPPED_LINE = re.compile(
    r"^\s*(#|static_assert|using |namespace |template|class |struct |enum |friend |extern |public:|private:|\}|requires |concept )"
    r"|\bassert\(|\bnoexcept\(|=\s*(default|delete);")
# Statements whose numbers and signs only affect a message.
MESSAGE = re.compile(r"\b(throw|fmt::format|spdlog::\w+|log_\w+|\w*[Ee]rror|throw_\w+|warn\w*)\b\s*[\(\{]?")
# Numbers that control a solver: a tolerance twice as large does not change the physics.
SOLVER_NUMBER = re.compile(r"toleran|max_iter|kMax|kMost|kLeast|kSmall|kTiny|kEps|epsilon|iteration|reserve\(|attempt|Rounding|rounding")

SWAPS = {
    " + ": [" - "], " - ": [" + "], " * ": [" / "], " / ": [" * "],
    " += ": [" -= "], " -= ": [" += "], " *= ": [" /= "], " /= ": [" *= "],
    " == ": [" != "], " != ": [" == "], " && ": [" || "], " || ": [" && "],
    " < ": [" >= "], " > ": [" <= "], " <= ": [" > "], " >= ": [" < "],
}
WORDS = {"std::min": "std::max", "std::max": "std::min", "std::sin": "std::cos", "std::cos": "std::sin",
         "true": "false", "false": "true", ".x()": ".y()", ".y()": ".x()", ".front()": ".back()", ".back()": ".front()",
         ".first": ".second", ".second": ".first", "[0]": "[1]", "[1]": "[0]", "[i]": "[i + 1]", "[k]": "[k + 1]",
         "i + 1": "i", "i - 1": "i", "k + 1": "k", "n - 1": "n"}
CALLS = ("std::abs", "std::sqrt", "std::exp", "std::log", "std::hypot", "std::floor", "std::ceil")
# Excludes sizes of types and numbers like 1e-9.
NUMBER = re.compile(r"(?<![\w.\])])(?<!e-)(\d+\.\d+|\d+)(?![\w.>])")
LOOP = re.compile(r"^\s*for \(")
# A removed check in a case is a missing test, not a fault of the program; reserved memory does not change behaviour.
CHECK = re.compile(r"^\s*record\.|\.reserve\(")
STATEMENT = re.compile(r"^\s+[\w.\->\[\]\(\)]+( [+\-*/]?= |\().*;$")
DECLARED = re.compile(r"^\s+(const|constexpr|static|auto|return|throw|delete|co_\w+|using|if|else|for|while|switch|case|break|continue)\b")
SHORT_IF = re.compile(r"^(\s*(?:\} else )?if \()(.+)(\) (?:return|throw|continue|break)\b.*|\) \{)$")


@dataclasses.dataclass(frozen=True)
class Mutant:
    path: str
    line: int  # from 1
    before: str
    after: str
    kind: str
    key: str  # identifies the line by its text, independent of its position

    def header(self) -> bool:
        return self.path.endswith(".hpp")


def blanked(text: str) -> str:
    """The text with comments, strings and characters replaced by blanks of the same length; line breaks are kept."""
    blank = lambda found: re.sub(r"[^\n]", " ", found.group())
    pattern = r'R"(?P<mark>[^\s()\\]{0,16})\((?:.|\n)*?\)(?P=mark)"|//[^\n]*|/\*(?:.|\n)*?\*/|"(?:\\.|[^"\\\n])*"|(?<![\w])\'(?:\\.|[^\'\\\n])+\''
    return re.sub(pattern, blank, text)


def closing(code: str, start: int) -> int:
    """The position of the bracket that closes the one at start, or -1 if it is not on this line."""
    depth = 0
    for i in range(start, len(code)):
        depth += code[i] in "([{"
        depth -= code[i] in ")]}"
        if depth == 0:
            return i
    return -1


def term_end(code: str, start: int, ends: str) -> int:
    """The end of the term that begins at start: before one of the operators in ends on its level, `,`, `;` or a
    bracket."""
    depth = 0
    i = start
    while i < len(code):
        if code[i] in "([{":
            depth += 1
        elif code[i] in ")]}":
            if depth == 0:
                return i
            depth -= 1
        elif depth == 0 and (code[i] in ",;?:" and code[i:i + 2] != "::" and code[i - 1:i + 1] != "::"
                             or code[i] == " " and code[i + 1:i + 2] in ends and code[i + 2:i + 3] == " "
                             or code[i:i + 4] in (" && ", " || ", " == ", " != ", " <= ", " >= ")
                             or code[i:i + 3] in (" < ", " > ")):
            return i - 1 if code[i] in "?:" and code[i - 1] == " " else i
        i += 1
    return -1


def other_number(text: str) -> str:
    if "." in text:
        value = float(text)
        return "1.0" if value == 0 else repr(2 * value)
    return str(int(text) + 1)


def changes(line: str, code: str) -> list[tuple[str, str]]:
    """All changed versions of a line with their kinds; code is the line without comments and strings."""
    found: list[tuple[str, str]] = []

    def replace(start: int, end: int, text: str, kind: str) -> None:
        found.append((line[:start] + text + line[end:], kind))

    for operator, others in SWAPS.items():
        if operator in (" < ", " > ", " <= ", " >= ", " != ") and LOOP.match(code):
            continue  # any test notices a loop that is not entered
        for at in (m.start() for m in re.finditer(re.escape(operator), code)):
            for other in others:
                replace(at, at + len(operator), other, "operator")
    for at in (m.start() for m in re.finditer(r" [+-] (?=[^=])", code)):
        end = term_end(code, at + 3, "+-")
        if end > at:
            replace(at, end, "", "dropped term")
    for at in (m.start() for m in re.finditer(r" [*/] (?=[^=])", code)):
        end = term_end(code, at + 3, "+-*/")
        if end > at:
            replace(at, end, "", "dropped factor")
    for found_sign in re.finditer(r"(?<=[\(,=\[\{] )-(?=[\w(])|(?<=[\(\[\{])-(?=[\w(])|(?<=return )-(?=[\w(])|(?<=[?:] )-(?=[\w(])", code):
        replace(found_sign.start(), found_sign.end(), "", "sign")
    for word, other in WORDS.items():
        edge = r"\b" if word[-1].isalnum() else ""
        front = r"\b" if word[0].isalnum() else ""
        for m in re.finditer(front + re.escape(word) + edge, code):
            replace(m.start(), m.end(), other, "word")
    for call in CALLS:
        for m in re.finditer(re.escape(call) + r"(?=\()", code):
            if call != "std::hypot":
                replace(m.start(), m.end(), "", "dropped function")
    for m in re.finditer(r"!(?=[\w(])", code):
        replace(m.start(), m.end(), "", "negation")
    if not SOLVER_NUMBER.search(code):
        for m in NUMBER.finditer(code):
            if code[m.start() - 1:m.start()] != "<":
                replace(m.start(), m.end(), other_number(m.group()), "constant")
    short_if = SHORT_IF.match(line)
    if short_if:
        found.append((short_if[1] + "false" + short_if[3], "condition"))
    balanced = all(code.count(a) == code.count(b) for a, b in ("()", "[]", "{}"))
    if STATEMENT.match(code) and not DECLARED.match(code) and not CHECK.search(code) and balanced:
        found.append((line[:len(line) - len(line.lstrip())] + ";", "dropped statement"))
    return found


def mutants(path: str, text: str) -> list[Mutant]:
    """Every change of the source that can be tried, from the first line to the last."""
    result = []
    lines = text.split("\n")
    codes = blanked(text).split("\n")
    seen: dict[str, int] = {}
    message = False
    end_before = True  # whether the previous line ended a statement, so that this line begins one
    for number, (line, code) in enumerate(zip(lines, codes), start=1):
        times = seen[line.strip()] = seen.get(line.strip(), 0) + 1
        starts_message = MESSAGE.search(code) is not None
        skipped = not code.strip() or SKIPPED_LINE.search(code) or message or starts_message
        message = (message or starts_message) and not code.rstrip().endswith((";", "{", "}"))
        begins = end_before
        if code.strip():
            end_before = code.rstrip().endswith((";", "{", "}", ":"))
        if skipped:
            continue
        for after, kind in changes(line, code):
            if after == line or kind == "dropped statement" and not begins:
                continue
            name = f"{path}\n{line.strip()}\n{times}\n{after.strip()}"
            result.append(Mutant(path, number, line, after, kind, hashlib.sha256(name.encode()).hexdigest()[:16]))
    return result


def sample(by_file: dict[str, list[Mutant]], count: int, header_weight: float, seed: str = "beltdyn") -> list[Mutant]:
    """A sample of count mutants, from each file in proportion to its lines with mutants, at most one per line. A larger
    sample contains the smaller ones, and a mutant keeps its rank in its file when other lines change."""
    order: dict[str, list[Mutant]] = {}
    weight: dict[str, float] = {}
    rank = lambda mutant: hashlib.sha256((seed + mutant.key).encode()).hexdigest()
    for path, found in by_file.items():
        best: dict[int, Mutant] = {}
        # First the kind is drawn, then the change, so that a line full of numbers does not yield only changes of
        # numbers.
        for line in {mutant.line for mutant in found}:
            of_line = [mutant for mutant in found if mutant.line == line]
            kinds = sorted({mutant.kind for mutant in of_line})
            first = min(of_line, key=rank)
            kind = kinds[int(rank(first), 16) % len(kinds)]
            best[line] = min((mutant for mutant in of_line if mutant.kind == kind), key=rank)
        order[path] = sorted(best.values(), key=rank)
        weight[path] = len(best) * (header_weight if path.endswith(".hpp") else 1.0)
    taken = {path: 0 for path in order if order[path]}
    chosen: list[Mutant] = []
    while len(chosen) < count and taken:
        path = min(taken, key=lambda p: ((taken[p] + 0.5) / weight[p], p))
        chosen.append(order[path][taken[path]])
        taken[path] += 1
        if taken[path] == len(order[path]):
            del taken[path]
    return chosen
