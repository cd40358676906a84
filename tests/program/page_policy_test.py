# SPDX-License-Identifier: MIT
"""Pages have a Content-Security-Policy that permits exactly their own content.

Usage: page_policy_test.py BELTDYN

A page of every kind is made. Each of its scripts is inline and has a checksum in the policy, and each checksum belongs
to a script of some page. Attributes contain no scripts, and nothing is requested from elsewhere. Unlike browser_test.py
this test needs no browser.
"""
import base64
import hashlib
import html.parser
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from browser_test import CONTOUR, modes_config

CONFIGS = pathlib.Path(__file__).resolve().parents[2] / "configs"
LONGEST = 300  # [s]
# Elements that load or send data by themselves.
FORBIDDEN = {"iframe", "frame", "object", "embed", "base", "audio", "video", "source", "applet", "portal"}
# The policy without the scripts.
REST = {"default-src": ["'none'"], "img-src": ["data:"], "style-src": ["'unsafe-inline'"], "base-uri": ["'none'"],
        "form-action": ["'none'"]}


class Page(html.parser.HTMLParser):
    """The parts of a page that the policy concerns; `wrong` lists violations."""

    def __init__(self, text):
        super().__init__()
        self.policies, self.scripts, self.wrong, self.inside = [], [], [], None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.inside = tag if tag in ("script", "style") else None
        if tag in FORBIDDEN:
            self.wrong.append(f"<{tag}>")
        if tag == "meta" and values.get("http-equiv", "").lower() == "content-security-policy":
            if self.scripts:
                self.wrong.append("a policy behind a script")
            self.policies.append(values["content"])
        if tag == "form" and "action" in values:
            self.wrong.append("a form that is sent")
        if tag == "script" and values.get("type") == "application/json":
            self.inside = None  # data, which browsers do not execute
        elif tag == "script":
            self.scripts.append("")
            if attributes:
                self.wrong.append(f"a script with attributes: {attributes}")
        for name, value in attributes:
            value = value or ""
            if name.startswith("on"):
                self.wrong.append(f"{name} of <{tag}>")
            if re.match(r"\s*(javascript|vbscript):", value, re.I):
                self.wrong.append(f"{name}={value}")
            is_loaded = name in ("src", "srcset", "poster", "data") or (name.endswith("href") and tag in ("link", "image", "use"))
            if is_loaded and not value.startswith(("data:", "#")):
                self.wrong.append(f"<{tag}> loads {value}")
            if name == "style":
                self.look_at_style(value)

    def handle_endtag(self, tag):
        self.inside = None

    def handle_data(self, data):
        if self.inside == "script":
            self.scripts[-1] += data
        if self.inside == "style":
            self.look_at_style(data)

    def look_at_style(self, text):
        self.wrong += [f"a style loads {url}" for url in re.findall(r"url\(\s*([^)]*)\)", text) if not url.startswith("#")]
        self.wrong += ["a style imports"] * ("@import" in text)


def directives(policy):
    return {words[0]: words[1:] for words in (part.split() for part in policy.split(";")) if words}


def call(*arguments):
    done = subprocess.run([sys.argv[1], *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LONGEST)
    assert done.returncode == 0, f"{arguments}: exit code {done.returncode}\n{done.stdout.decode(errors='replace')}"


def make_pages(folder):
    call("verify", "friction/dahl", "--out", folder / "verify")
    for config in (CONTOUR, modes_config(CONFIGS)):
        file = folder / f"{config['name']}.json"
        file.write_text(json.dumps(config))
        call("compare", file, "--out", folder / "compare", "--quiet")
    call("sweep", CONFIGS / "demo" / "creep_sweep.json", "--set", "/sweep/parameters/0/count=2", "--out", folder / "sweep",
         "--quiet")
    return sorted(folder.rglob("*.html"))


def main():
    # One page of every kind: index and cases of a verification, comparison, comparison with modes, sweep.
    kinds = ["verify/report/index.html", "verify/report/cases-friction.html", f"compare/{CONTOUR['name']}/report.html",
             "compare/page-modes/report.html"]
    wrong, accepted, needed = [], set(), set()
    with tempfile.TemporaryDirectory() as folder:
        pages = make_pages(pathlib.Path(folder))
        names = [str(path.relative_to(folder)) for path in pages]
        wrong += [f"there is no {kind}" for kind in kinds if kind not in names]
        wrong += ["there is no page of a sweep"] * (not any(name.startswith("sweep/") for name in names))
        for path in pages:
            page = Page(path.read_text())
            name = str(path.relative_to(folder))
            wrong += [f"{name}: {what}" for what in page.wrong]
            if len(page.policies) != 1:
                wrong.append(f"{name}: {len(page.policies)} policies, not one")
                continue
            policy = directives(page.policies[0])
            sources = policy.pop("script-src", [])
            if policy != REST:
                wrong.append(f"{name}: the policy is {policy}, not {REST}")
            wrong += [f"{name}: {source} is no checksum" for source in sources if not source.startswith("'sha256-")]
            hashes = [f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'" for script in page.scripts]
            wrong += [f"{name}: script {number} is not accepted" for number, hash in enumerate(hashes) if hash not in sources]
            accepted.update(sources)
            needed.update(hashes)
    wrong += [f"no page needs {source}" for source in sorted(accepted - needed)]
    print("\n".join(wrong) or f"ok: {len(needed)} scripts")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
