# SPDX-License-Identifier: MIT
"""Files that the host of the repository reads: workflows, whose steps are scripts that also run locally, issue forms,
hooks. Usage: workflows_test.py. Returns 77 without PyYAML and jsonschema (Debian: python3-yaml python3-jsonschema)."""
import os
import pathlib
import re
import shlex
import sys
import unittest

try:
    import jsonschema
    import yaml
except ImportError:
    print("skipped: needs Debian's python3-yaml and python3-jsonschema")
    sys.exit(1 if os.environ.get("BELTDYN_SKIP_NO_TEST") else 77)

ROOT = pathlib.Path(__file__).resolve().parents[2]
GITHUB = ROOT / ".github"
TEXT = {"type": "string", "minLength": 1}
LEVELS = {"enum": ["read", "write", "none"]}


def an_object(needed=(), /, **properties):
    return {"type": "object", "properties": properties, "required": list(needed), "additionalProperties": False}


FILTER = an_object(branches={"type": "array", "items": TEXT}, tags={"type": "array", "items": TEXT})
STEP = {"oneOf": [an_object(["uses"], uses={"type": "string", "pattern": r"^actions/[a-z-]+@v\d+$"},
                            **{"with": {"type": "object"}}),
                  an_object(["run"], run={"type": "string", "pattern": r"^scripts/\w+( --?\w+)*$"})]}
JOB = an_object(["runs-on", "timeout-minutes", "steps"],
                **{"runs-on": {"enum": ["ubuntu-24.04"]}, "container": TEXT, "needs": TEXT,
                   "timeout-minutes": {"type": "integer", "minimum": 1, "maximum": 360},
                   "environment": an_object(["name"], name=TEXT), "steps": {"type": "array", "items": STEP, "minItems": 1}})
# YAML 1.1 reads the key "on" as true.
WORKFLOW = an_object(["name", "on", "permissions", "jobs"], name=TEXT,
                     on=an_object(push=FILTER, pull_request={"type": ["object", "null"]},
                                  workflow_dispatch={"type": ["object", "null"]},
                                  schedule={"type": "array", "items": an_object(
                                      ["cron"], cron={"type": "string", "pattern": r"^(\S+ ){4}\S+$"})}),
                     permissions={"type": "object", "additionalProperties": LEVELS},
                     concurrency=an_object(["group"], **{"group": TEXT, "cancel-in-progress": {"type": "boolean"}}),
                     jobs={"type": "object", "additionalProperties": JOB, "minProperties": 1})
FIELD = an_object(["type", "attributes"], type={"enum": ["textarea", "input", "markdown", "dropdown", "checkboxes"]}, id=TEXT,
                  attributes=an_object(label=TEXT, description=TEXT, render=TEXT, placeholder=TEXT, value=TEXT),
                  validations=an_object(required={"type": "boolean"}))
FORM = an_object(["name", "description", "body"], name=TEXT, description=TEXT,
                 labels={"type": "array", "items": TEXT}, body={"type": "array", "items": FIELD, "minItems": 1})
HOOK = an_object(["id", "name", "entry", "language"],
                 **{"id": TEXT, "name": TEXT, "entry": TEXT, "language": {"const": "system"},
                    "types": {"type": "array"}, "types_or": {"type": "array"}})


def read(path):
    content = yaml.safe_load(path.read_text())
    if True in content:
        content["on"] = content.pop(True)
    return content


def workflows():
    return {path.name: read(path) for path in sorted((GITHUB / "workflows").glob("*.yml"))}


def steps():
    for name, workflow in workflows().items():
        for job, content in workflow["jobs"].items():
            for step in content["steps"]:
                yield f"{name}: {job}", step


class Workflows(unittest.TestCase):
    def test_have_what_the_schema_asks_for(self):
        self.assertEqual(set(workflows()), {"tests.yml", "nightly.yml", "docs.yml", "release.yml"})
        for name, workflow in workflows().items():
            with self.subTest(name):
                jsonschema.validate(workflow, WORKFLOW)

    def test_schema_refuses_what_the_host_would(self):
        for change in (lambda w: w["jobs"]["debian"].pop("runs-on"),
                       lambda w: w["jobs"]["debian"]["steps"].append({"run": "make"}),
                       lambda w: w["jobs"]["debian"]["steps"].append({"uses": "actions/checkout"}),
                       lambda w: w["on"].update(pull_requests=None)):
            workflow = workflows()["tests.yml"]
            change(workflow)
            with self.assertRaises(jsonschema.ValidationError):
                jsonschema.validate(workflow, WORKFLOW)

    def test_every_step_is_a_script_of_the_repository_with_arguments_that_it_knows(self):
        scripts = set()
        for place, step in steps():
            if "run" not in step:
                continue
            with self.subTest(place, run=step["run"]):
                script, *arguments = shlex.split(step["run"])
                scripts.add(script)
                self.assertTrue(os.access(ROOT / script, os.X_OK))
                for argument in arguments:
                    self.assertRegex((ROOT / script).read_text(), rf"(?m)^\s*{re.escape(argument)}\)")
        self.assertEqual(scripts, {"scripts/test", "scripts/docs", "scripts/web", "scripts/package"})

    def test_jobs_wait_for_jobs_that_there_are_and_check_the_sources_out_first(self):
        for name, workflow in workflows().items():
            for job, content in workflow["jobs"].items():
                with self.subTest(f"{name}: {job}"):
                    self.assertIn(content.get("needs", job), workflow["jobs"])
                    if any("run" in step for step in content["steps"]):
                        self.assertIn("actions/checkout", content["steps"][0].get("uses", ""))

    def test_what_is_kept_is_where_scripts_leave_it(self):
        kept = [step["with"]["path"] for _, step in steps() if "path" in step.get("with", {})]
        self.assertEqual(sorted(kept), ["build/docs/html", "build/package/*.deb"])
        self.assertIn("build/docs/html", (ROOT / "scripts/docs").read_text())
        self.assertIn("build/package/*.deb", (ROOT / "scripts/package").read_text())


class Forms(unittest.TestCase):
    def test_have_what_the_schema_asks_for_and_ids_of_their_own(self):
        forms = [path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml"]
        self.assertGreater(len(forms), 2)
        for path in forms:
            with self.subTest(path.name):
                form = read(path)
                jsonschema.validate(form, FORM)
                ids = [field["id"] for field in form["body"]]
                self.assertEqual(len(ids), len(set(ids)))


class Hooks(unittest.TestCase):
    def test_are_those_of_the_test_suite(self):
        hooks = [hook for repository in read(ROOT / ".pre-commit-config.yaml")["repos"] for hook in repository["hooks"]]
        for hook in hooks:
            jsonschema.validate(hook, HOOK)
            self.assertIn(hook["entry"].split()[0], (ROOT / "scripts/test").read_text())
            self.assertIn(hook["entry"].split()[0], (ROOT / "scripts/bootstrap").read_text())


class Release(unittest.TestCase):
    def test_one_version_everywhere(self):
        version = re.search(r"project\(BeltDyn VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
        self.assertIn(f"\nversion: {version}\n", (ROOT / "CITATION.cff").read_text())
        self.assertTrue((ROOT / "packaging/debian/changelog").read_text().startswith(f"beltdyn ({version}-"))

    def test_files_that_the_steps_name_are_there(self):
        for word in re.findall(r"`([\w./-]+)`", (ROOT / "RELEASE.md").read_text()):
            if "/" in word or word.endswith((".md", ".txt", ".cff")):
                if not word.startswith(("beltdyn/", "build/")):
                    self.assertTrue((ROOT / word).exists(), word)


if __name__ == "__main__":
    unittest.main(verbosity=2)
