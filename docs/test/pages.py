# SPDX-License-Identifier: MIT
"""The Markdown pages of the repository: their blocks, inline commands and links."""
import dataclasses
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The meaning of a line <!-- MARK: text --> before a block, by MARK:
#   file     text is the file name under which the reader saves the block
#   slow     the commands of the block take long, for the reason in text; they are run with --slow only
#   not run  a test cannot run the commands, for the reason in text
MARKS = ("file", "slow", "not run")
# A line <!-- prints: A | B --> after a block: A and B are in what its commands print, and elsewhere in the page.
BLOCK = re.compile(r"(?:<!-- (?P<mark>[a-z ]+): (?P<text>[^>]*) -->\n)?```(?P<language>[\w{}-]*)\n(?P<body>.*?)^```"
                   r"(?:\n<!-- prints: (?P<prints>[^>]*) -->)?", re.S | re.M)
INLINE = re.compile(r"`((?:beltdyn|scripts/\w+)(?:\s[^`]*)?)`", re.S)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)", re.M)


@dataclasses.dataclass
class Block:
    """A fenced block with the mark before it."""
    language: str
    body: str
    mark: str
    text: str
    line: int
    prints: list  # texts


@dataclasses.dataclass
class Page:
    """A Markdown file."""
    path: pathlib.Path

    @property
    def name(self):
        return str(self.path.relative_to(ROOT))

    @property
    def content(self):
        return self.path.read_text()

    @property
    def blocks(self):
        return [Block(match["language"], match["body"], match["mark"] or "", match["text"] or "",
                      self.content[:match.start("language")].count("\n") + 1,
                      [text.strip() for text in (match["prints"] or "").split("|") if text.strip()])
                for match in BLOCK.finditer(self.content)]

    @property
    def prose(self):
        """The page without its blocks."""
        return BLOCK.sub("", self.content)

    @property
    def commands(self):
        """Commands in the text, each as one line."""
        return [" ".join(match.group(1).split()) for match in INLINE.finditer(self.prose)]

    @property
    def links(self):
        return [match.group(1) or match.group(2) for match in LINK.finditer(self.prose)]

    @property
    def anchors(self):
        """The anchors of the headings, as GitHub generates them."""
        found = set()
        for heading in re.findall(r"^#+ (.*)$", self.prose, re.M):
            words = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower())
            found.add(words.strip().replace(" ", "-"))
        return found


def all_pages():
    """README.md, CONTRIBUTING.md and the pages in docs."""
    paths = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "benchmarks/README.md"]
    return [Page(path) for path in paths + sorted((ROOT / "docs").rglob("*.md"))]
