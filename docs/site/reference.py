# SPDX-License-Identifier: MIT
"""Writes the configuration reference out of the JSON Schema that `beltdyn schema` prints.

Each object of the schema is described once, on the page that PAGES names for it or for the object around it; where an
object occurs again, as a friction law does, there is a link. Examples are values of the configurations that ship with the
project, and of examples.json for keys that none of them has.
"""
import json
import pathlib
import re

import jsonc

LONGEST_EXAMPLE = 100  # characters: a longer value is shown by the keys in it
LARGEST = 2147483647  # no limit to a number, but that of its type
# The pages with the equations of the formulations, in docs/formulations.
EQUATIONS = {
    "contour": ["analytic_abel", "analytic_linear", "analytic_dde", "analytic_front_tracking", "eulerian_contour",
                "lagrangian_contour"],
    "analytic_string": ["analytic_string", "analytic_string_dynamics"],
    "eulerian_ale": ["eulerian_ale", "eulerian_ale_span"],
    "lagrangian_ancf": ["lagrangian_ancf", "lagrangian_ancf_static"],
    "lagrangian_links": ["lagrangian_links"],
    "rope": ["analytic_rope", "lagrangian_rope"],
}
TAGS = ("type", "formulation", "reduction")  # what says which of several objects one is

# (file, title, what is said first, paths in the schema whose home the page is)
PAGES = [
    ("configuration", "The file",
     "The keys of a configuration at its highest level. `beltdyn validate CONFIG` names every mistake in one.", [""]),
    ("time_functions", "Functions of time",
     "Whatever varies in time is an object with a `type`. Its values have the unit of the key that it belongs to.",
     ["#time_function_of_pulley"]),
    ("belt_drive", "Belt drive", "", ["drive(belt_drive)"]),
    ("pulleys", "Pulleys", "", ["drive(belt_drive)/pulleys[]"]),
    ("motions", "Motions and torques of pulleys", "", ["drive(belt_drive)/pulleys[]/motion"]),
    ("mounts", "Mounts of pulleys", "", ["drive(belt_drive)/pulleys[]/mount"]),
    ("accessories", "Accessories and bearings", "",
     ["drive(belt_drive)/pulleys[]/accessory", "drive(belt_drive)/pulleys[]/bearing_friction"]),
    ("belt", "Belt", "", ["drive(belt_drive)/belt"]),
    ("contact", "Contact and friction laws",
     "The contact of a belt drive holds for all pulleys that have none of their own.", ["drive(belt_drive)/contact"]),
    ("probes", "Probes", "A probe adds columns to `history.csv`.", ["drive(belt_drive)/probes[]"]),
    ("contour_drive", "Contour drive", "", ["drive(contour)"]),
    ("friction_rig", "Friction rig", "", ["drive(friction_rig)", "runs[](friction_rig)"]),
    ("supported_beam", "Supported beam", "", ["drive(supported_beam)"]),
    ("rope_drive", "Rope with ends", "[Guide](../ropes_with_ends.md).", ["drive(rope_drive)"]),
    ("rope_on_surface", "Rope on a surface", "", ["drive(rope_on_surface)"]),
    ("linear", "Linear analysis",
     'The keys of `linear`, in every formulation that has `"analysis": "linear"`.', ["runs[](analytic_string)/linear"]),
    ("output", "Output", "", ["output"]),
    ("variants", "Variants", "[Guide](../configuration.md#variants).", ["variants[]"]),
    ("study", "Study", "", ["study"]),
    ("sweep", "Sweep", "", ["sweep"]),
    ("identify", "Identification", "", ["identify"]),
]


def tag_key(node):
    return next((key for key in TAGS if "const" in node.get("properties", {}).get(key, {})), None)


def tag(node):
    """The value that says which of several objects this one is, or None."""
    return node["properties"][tag_key(node)]["const"] if is_object(node) and tag_key(node) else None


def is_object(node):
    return "properties" in node


def is_time_function(node):
    tags = {tag(option) for option in node.get("oneOf", [])}
    references = str([node.get("$ref"), node.get("allOf")])
    return {"constant", "harmonic", "piecewise_linear"} <= tags or "time_function" in references


def objects_of(node, path):
    """The objects that a value here, or an item of a list, may be: [(node, path)]."""
    if isinstance(node.get("items"), dict):
        node, path = node["items"], path + "[]"
    if is_time_function(node):
        return []
    if is_object(node):
        return [(node, path)]
    return [(option, f"{path}({tag(option)})") for option in node.get("oneOf", []) if is_object(option)]


def fingerprint(node):
    """What two objects have in common that are described once."""
    return json.dumps({key: value for key, value in node.items() if key != "description"}, sort_keys=True)


def find(schema, path):
    """The objects at a path, each with its own path."""
    if path.startswith("#"):
        options = schema["definitions"][path[1:]]["oneOf"]
        return [(option, f"{path[1:]}({tag(option)})") for option in options if is_object(option)]
    found = [(schema, "")]
    for step in filter(None, path.split("/")):
        key, choice = re.match(r"(\w+)(?:\[\])?(?:\((\w+)\))?$", step).groups()
        found = [(child, at) for node, before in found if key in node["properties"]
                 for child, at in objects_of(node["properties"][key], f"{before}/{key}".lstrip("/"))
                 if choice in (None, tag(child))]
    return found


def collect_examples(schema, configurations, fragments):
    """{(fingerprint of an object, key): text} of the best example: of the first files, the shortest."""
    examples = {}

    def keep(node, key, value, rank):
        text = jsonc.dumps(value)
        rank = (len(text) > LONGEST_EXAMPLE, rank, len(text))
        place = (fingerprint(node), key)
        if place not in examples or rank < examples[place][0]:
            examples[place] = (rank, text)

    def visit(node, value, rank):
        for key, child in node["properties"].items():
            if key not in value:
                continue
            keep(node, key, value[key], rank)
            for part in value[key] if isinstance(value[key], list) else [value[key]]:
                for option, _ in objects_of(child, ""):
                    if isinstance(part, dict) and (not tag(option) or tag(option) == part.get(tag_key(option))):
                        visit(option, part, rank)

    for configuration, rank in configurations:
        visit(schema, configuration, rank)
    for path, values in fragments.items():
        for value in values:
            for node, _ in find(schema, path):
                if tag(node) in (None, value.get(tag_key(node))):
                    visit(node, value, 9)
    return {place: text for place, (_, text) in examples.items()}


def number_range(node):
    low, high = node.get("minimum", node.get("exclusiveMinimum")), node.get("maximum", node.get("exclusiveMaximum"))
    high = None if high is not None and high >= LARGEST else high
    parts = []
    if low is not None:
        parts.append(f"{'≥' if 'minimum' in node else '>'} {low:g}")
    if high is not None:
        parts.append(f"{'≤' if 'maximum' in node else '<'} {high:g}")
    return " and ".join(parts)


def unit_of(node):
    return f" [{node['x-unit'].replace('SI', 'its unit')}]" if "x-unit" in node else ""


def list_kind(node):
    least, most = node.get("minItems", 0), node.get("maxItems")
    many = f" of {least}" if least and least == most else f" of {least} to {most}" if most else \
        f" of {least} or more" if least else ""
    limits = number_range(node["items"])
    return f"list{many}{unit_of(node)}" + (f", each {limits}" if limits else "")


def kind(node):
    """What a value is: its type, unit and range."""
    if "enum" in node:
        return "one of " + ", ".join(f"`{json.dumps(choice)}`" for choice in node["enum"])
    if is_time_function(node):
        return f"[function of time](time_functions.md){unit_of(node)}"
    if "items" in node:
        return list_kind(node)
    options = node.get("oneOf", [])
    if options and not any(map(is_object, options)):
        return " or ".join(dict.fromkeys(map(kind, options))) + unit_of(node)
    if options or is_object(node):
        return ("object" if all(map(is_object, options)) else "number or object") + unit_of(node)
    types = node["type"] if isinstance(node["type"], list) else [node["type"]]
    is_name = "integer" in types and "string" in types
    words = {"integer": "whole number", "string": "text", "boolean": "`true` or `false`", "number": "number", "object": "object of JSON pointers and values"}
    limits = number_range(node)
    return ("number or name" if is_name else words[types[0]]) + unit_of(node) + (f", {limits}" if limits else "")


def anchor(path):
    return "object-" + re.sub(r"\W+", "-", path).strip("-").replace("_", "-").lower()


def escaped(text):
    """Text that Markdown shows as it is."""
    return re.sub(r"([*_\[\]<>$\\])", r"\\\1", text).rstrip(".")


def sentence(text):
    return escaped(text[:1].upper() + text[1:]) + "."


class Writer:
    """Writes the pages in turn and remembers what is described where."""

    def __init__(self, schema, examples):
        self.schema, self.examples = schema, examples
        runs = [run for run, _ in find(schema, "runs") if tag(run) != "friction_rig"]
        self.pages = PAGES + [(f"run_{tag(run)}", f"`{tag(run)}`", self.introduction(run), [f"runs[]({tag(run)})"])
                              for run in runs]
        # Where each object is described: those that have a home, then others where they come first.
        self.places = {}
        for _, _, _, paths in self.pages:
            for path in paths:
                for node, at in find(schema, path):
                    self.places.setdefault(fingerprint(node), anchor(at))
        self.without_example = []

    @staticmethod
    def introduction(run):
        links = [f"[Equations](../formulations/{page}.md)." for page, names in EQUATIONS.items() if tag(run) in names]
        return " ".join([sentence(run["properties"]["formulation"]["description"]), *links])

    def page(self, file, title, introduction, paths):
        lines = [f"# {title}", "", introduction, ""]
        objects = [entry for path in paths for entry in find(self.schema, path)]
        for node, path in objects:
            step = path.rsplit("/", 1)[-1]
            heading = None if len(objects) == 1 else f"`{tag(node) or step}`"
            self.object(lines, file, node, path, 2 if heading else 1, heading)
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"

    def object(self, lines, file, node, path, level, heading):
        lines += [f"({anchor(path)})=", ""]
        if heading:
            lines += ["#" * min(level, 5) + " " + heading, ""]
        key = tag_key(node)
        if key:
            # A page of a formulation begins with this sentence.
            meaning = "" if file.startswith("run_") else ": " + escaped(node["properties"][key]["description"]) + "."
            lines += [f'`"{key}": "{tag(node)}"`{meaning}', ""]
        below = []
        for name, child in node["properties"].items():
            if "const" not in child:
                self.key(lines, node, name, f"{path}/{name}".lstrip("/"), below)
        for child, at, name in below:
            self.object(lines, file, child, at, level + 1, name)

    def key(self, lines, node, name, path, below):
        child = node["properties"][name]
        default = f"default `{jsonc.dumps(child['default'])}`" if "default" in child else "optional"
        facts = [kind(child), "required" if name in node.get("required", []) else default]
        if child.get("x-discretisation"):
            facts.append("[discretisation](../configuration.md#studies)")
        lines += [f"````{{key}} {path}", ", ".join(facts), "", sentence(child.get("description", "")), ""]
        links = [self.link(name, option, at, below) for option, at in objects_of(child, path)]
        if links:
            lines += [("One of: " if len(links) > 1 else "Keys: ") + ", ".join(links), ""]
        example = self.examples.get((fingerprint(node), name))
        if example is None and "default" in child:
            example = jsonc.dumps(child["default"])
        if example and len(example) <= LONGEST_EXAMPLE:
            lines += [f'Example: `"{name}": {example}`', ""]
        elif not links:
            self.without_example.append(path)
        lines += ["````", ""]

    def link(self, name, option, at, below):
        known = self.places.get(fingerprint(option))
        if known is None:
            known = self.places[fingerprint(option)] = anchor(at)
            below.append((option, at, f"`{name}`" + (f": `{tag(option)}`" if tag(option) else "")))
        return f"[`{tag(option) or name}`]({known})"


INDEX = """# Configuration reference

Every key of a configuration, written by `scripts/docs` from the schema that `beltdyn schema` prints. Numbers are in SI; a
text such as `"25 mm"` is a number with its unit ([units](../configuration.md#units)). A key marked *required* has no
default; *discretisation* marks keys that change the error of a run and not the problem.

```{{toctree}}
:caption: The drive
:maxdepth: 1

{drive}
```

```{{toctree}}
:caption: Runs, by formulation
:maxdepth: 1

{runs}
```
"""


def write(schema, configurations, fragments, folder):
    """Writes all pages. Returns the paths of the keys that have no example."""
    writer = Writer(schema, collect_examples(schema, configurations, fragments))
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    # The laws are described on the pages of the contact and of the rig, wherever else they occur.
    for page in sorted(writer.pages, key=lambda page: page[0] not in ("contact", "friction_rig")):
        (folder / f"{page[0]}.md").write_text(writer.page(*page))
    files = [page[0] for page in writer.pages]
    (folder / "index.md").write_text(INDEX.format(drive="\n".join(f for f in files if not f.startswith("run_")),
                                                  runs="\n".join(f for f in files if f.startswith("run_"))))
    return writer.without_example
