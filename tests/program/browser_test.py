#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The pages of BeltDyn in a real browser: browser_test.py BELTDYN [FOLDER].

Makes the pages of a small verification, and comparison pages of one run, a failed run, runs with different end times, a
drive without a belt, a drive in gross slip and a study of a physical parameter. Opens them from their files in Chromium
and checks what happens when a reader uses them. With FOLDER the pages and screenshots are kept there. Returns 77
without Chromium, its driver or Selenium (Debian: chromium chromium-driver python3-selenium). This is a failure if
BELTDYN_SKIP_NO_TEST is set.
"""
import base64
import html.parser
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

SKIPPED = 1 if os.environ.get("BELTDYN_SKIP_NO_TEST") else 77
try:
    from selenium import webdriver
    from selenium.common.exceptions import TimeoutException
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import Select, WebDriverWait
except ImportError:
    webdriver = None

DESKTOP = (1360, 900)
NARROW_WINDOW = 1200  # of a desktop, in which tables are not cut [px]
PHONE_WIDTH = 390
MOST_BYTES = 15e6
MOST_BYTES_OF_INDEX = 0.5e6  # of a verification, whose index must appear at once
MOST_BYTES_OF_CASES = 2e6
# Asynchronous actions of the page are awaited for this long, so that a busy machine does not cause failures.
LONGEST_WAIT = 20.0  # [s]
FARTHEST_ANCHOR = 20.0  # distance of the target of a link from the position that the page sets [px]
# Largest height of the index of a verification, whose table scrolls in its own frame: a longer page would not be read
# to its end.
TALLEST_VERIFICATION = 5000  # for VERIFY_IDS [px]
BETWEEN_LOOKS = 0.02  # [s]
FRAMES_TO_MOVE = 20  # frames drawn by the browser, within which a running player must move
CLOSED_DETAILS = "return document.querySelectorAll('main details:not([open])').length"
VERIFY_IDS = ["oborin-2018/abel", "oborin-2018/dde", "oborin-2018/linear", "friction/dahl", "string-drive",
              "oborin-2018/front-tracking/order", "ntarladima-2023/published/n60"]

CONTOUR = {
    "format": "beltdyn/1", "name": "page-one-run",
    "drive": {"type": "contour", "contour_length": 3.0, "contact_length": [0.8, 0.5], "axial_stiffness": 5e4,
              "friction_force": 400.0,
              "surface_speed": [{"type": "constant", "value": 10.0},
                                {"type": "piecewise_linear", "time": [0.0, 0.05, 0.15, 0.2], "value": [10.0, 9.98, 9.98, 10.02]}]},
    "end_time": 0.4,
    "runs": [{"name": "fronts", "formulation": "analytic_front_tracking", "strain": "finite_contour", "time_step": 2e-3}],
}
# The second run fails: its speeds have no quasi-static solution, because both pulleys slip completely.
FAILED = dict(CONTOUR, name="page-failed-run", end_time=2.0, drive=dict(CONTOUR["drive"], surface_speed=[
    {"type": "constant", "value": 10.0}, {"type": "piecewise_linear", "time": [0.0, 2.0], "value": [10.0, 8.0]}]))
TWO_MODELS = dict(CONTOUR, name="page-two-runs", runs=[
    {"name": "fronts", "formulation": "analytic_front_tracking", "strain": "finite_contour", "time_step": 2e-3},
    {"name": "eulerian", "formulation": "eulerian_contour", "elements_per_contact": 20, "stick_penalty": 1e10,
     "time_step": 2e-3}])
RIG = {
    "format": "beltdyn/1", "name": "page-rig",
    "drive": {"type": "friction_rig", "normal_force": 1.0,
              "motion": {"type": "prescribed_position",
                         "position": {"type": "piecewise_linear", "time": [0.0, 1.0, 2.0], "value": [0.0, 1e-3, -1e-3]}}},
    "end_time": 2.0,
    "runs": [{"name": name, "formulation": "friction_rig", "time_step": 1e-2,
              "law": {"type": name, "coefficient": 1.0, "stiffness": 2000.0}} for name in ("dahl", "elastoplastic_coulomb")],
}


# A load above the largest transmissible one, and a step too long for the energy balance of the first run.
GROSS_SLIP = {
    "format": "beltdyn/1", "name": "page-gross-slip",
    "drive": {
        "type": "belt_drive", "direction": "counterclockwise", "gravity": [0, 0],
        "pulleys": [
            {"center": [0, 0], "radius": 0.06, "side": "inside", "inertia": 0.002,
             "motion": {"type": "prescribed", "angular_velocity":
                        {"type": "cosine_ramp", "from": 0, "to": 30, "start_time": 0, "end_time": 0.2}}},
            {"center": [0.3, 0], "radius": 0.06, "side": "inside", "inertia": 0.002, "bearing_damping": 0.02,
             "motion": {"type": "torque", "torques": [{"type": "applied", "moment":
                        {"type": "cosine_ramp", "from": 0, "to": -12, "start_time": 0.3, "end_time": 0.5}}]}}],
        "belt": {"axial_stiffness": 20000, "bending_stiffness": 0.002, "mass_per_length": 0.1, "width": 0.02,
                 "contact_offset": 0, "axial_damping": 0.2, "pretension": {"type": "reference_strain", "strain": -0.01}},
        "contact": {"normal": {"type": "penalty", "stiffness_per_area": 4e9, "damping_per_area": 1e4},
                    "friction": {"type": "elastoplastic_coulomb", "coefficient": 0.3, "stiffness_per_area": 4e9}}},
    "end_time": 0.6, "output": {"history_interval": 2e-3, "profile_interval": 0.02},
    "runs": [{"name": "coarse", "formulation": "lagrangian_ancf", "elements": 120, "time_step": 5e-3},
             {"name": "fine", "formulation": "eulerian_ale", "elements_per_pulley": 16, "elements_per_span": 4,
              "time_step": 1e-3}],
}


def study_config():
    """The same drive under a transmissible load, with varied friction."""
    config = json.loads(json.dumps(GROSS_SLIP))
    config.update(name="page-study", end_time=0.6, runs=config["runs"][1:], study={
        "parameter": "/drive/contact/friction/coefficient", "values": [0.3, 0.4, 0.6]})
    config["drive"]["pulleys"][1]["motion"]["torques"][0]["moment"]["to"] = -5
    config["runs"][0]["time_step"] = 2e-3
    return config


def without_comments(file):
    return json.loads("\n".join(line.split("//")[0] for line in file.read_text().splitlines()))


def modes_config(configs):
    """The modes of the demonstration of small motions, in its fastest formulation."""
    config = without_comments(configs / "demo" / "small_motions.json")
    config.update(name="page-modes", runs=config["runs"][:1])
    config["runs"][0]["linear"] = {"modes": {"highest_frequency": 50}}
    return config


def belt_config(configs):
    """The serpentine demonstration, coarse and short."""
    config = without_comments(configs / "demo" / "serpentine.json")
    config.update(name="page-belt", end_time=0.15, output={"history_interval": 2e-3, "profile_interval": 0.01})
    config["drive"]["pulleys"][0]["motion"]["angular_velocity"]["end_time"] = 0.1
    config["runs"] = [{"name": "ancf", "formulation": "lagrangian_ancf", "elements": 120, "time_step": 5e-4}]
    return config


def accessory_config(configs):
    """The accessory drive of the demonstrations, short, with two exact runs and a coarse one."""
    config = without_comments(configs / "demo" / "accessory_drive.json")
    config.update(name="page-accessory", end_time=0.15, output={"history_interval": 2e-3, "profile_interval": 0.01})
    config["runs"] = [{"name": name, "formulation": "analytic_string", "time_step": step}
                      for name, step in (("fine", 5e-3), ("coarse", 1e-2))]
    config["runs"].append({"name": "ancf", "formulation": "lagrangian_ancf", "elements": 120, "time_step": 5e-4})
    return config


COMPARISONS = set()  # names of pages


class LinksAndIds(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.ids = [], set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            self.ids.add(values["id"])
        if tag == "a" and "download" not in values:
            self.links.append(values["href"])


def without_png(folder):
    """An environment whose gnuplot, a script in the folder, draws no PNG: no page shows them, and they take most of the
    time."""
    gnuplot = shutil.which("gnuplot")
    if gnuplot is None:
        return dict(os.environ)
    folder.mkdir(exist_ok=True)
    (folder / "gnuplot").write_text(f'#!/bin/sh\ncase "$2" in *png*) exit 0;; esac\nexec {shlex.quote(gnuplot)} "$@"\n')
    (folder / "gnuplot").chmod(0o755)
    return dict(os.environ, PATH=f"{folder.resolve()}:{os.environ['PATH']}")


def make_pages(program, folder):
    """Runs BeltDyn; returns the pages by name."""
    configs = Path(__file__).resolve().parents[2] / "configs"
    environment = without_png(folder / "bin")
    done = subprocess.run([program, "verify", "--quick", "--out", folder / "verify", *VERIFY_IDS], check=True,
                          env=dict(environment, BELTDYN_DATA=""), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          encoding="utf-8")
    assert "could not draw" not in done.stderr, done.stderr
    verification = folder / "verify" / "report"
    pages = {"verify": verification / "index.html"}
    pages.update((path.stem, path) for path in sorted(verification.glob("*.html")) if path != pages["verify"])
    for config in (CONTOUR, FAILED, TWO_MODELS, RIG, GROSS_SLIP, study_config(), belt_config(configs), modes_config(configs),
                   accessory_config(configs)):
        file = folder / (config["name"] + ".json")
        file.write_text(json.dumps(config))
        done = subprocess.run([program, "compare", file, "--out", folder, "--force", "--quiet"], env=environment,
                              stdout=subprocess.DEVNULL)
        expected = 3 if config is FAILED else 0
        assert done.returncode == expected, f"{file}: exit code {done.returncode}"
        pages[config["name"]] = folder / config["name"] / "report.html"
        COMPARISONS.add(config["name"])
    return pages


def start_browser():
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
                     "--disable-component-update", "--no-first-run", "--disable-default-apps", "--disable-sync",
                     "--disable-dev-shm-usage", "--hide-scrollbars", "--force-color-profile=srgb"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = webdriver.chrome.service.Service(shutil.which("chromedriver"))
    return webdriver.Chrome(service=service, options=options)


class PageTest(unittest.TestCase):
    browser = None
    pages = {}
    folder = None
    figures_are_drawn = shutil.which("gnuplot") is not None

    def open(self, name, size=DESKTOP, **media):
        """Opens a page in a window of a given size; media: features such as prefers_color_scheme="dark", and
        type="print"."""
        browser = self.browser
        for log in ("browser", "performance"):
            browser.get_log(log)
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size[0] < 600})
        features = [{"name": key.replace("_", "-"), "value": value} for key, value in media.items() if key != "type"]
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media.get("type", ""), "features": features})
        browser.get("about:blank")
        browser.get(self.pages[name].resolve().as_uri())

    def run_script(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def until(self, condition, claim):
        """Waits until condition() holds and returns its value; fails with the claim otherwise."""
        try:
            return WebDriverWait(self.browser, LONGEST_WAIT, BETWEEN_LOOKS).until(lambda _: condition())
        except TimeoutException:
            return self.fail(f"not within {LONGEST_WAIT:.0f} s: {claim}")

    def draw_frames(self, count):
        """Returns when the browser has drawn this number of further frames."""
        self.browser.execute_async_script("""
            const [count, done] = arguments;
            let left = count;
            const next = () => (left-- > 0 ? requestAnimationFrame(next) : done());
            next();""", count)

    def first_paint(self):
        """The time from the request of the page to its first visible content [ms]."""
        paints = "return performance.getEntriesByName('first-contentful-paint')"
        return self.until(lambda: self.run_script(paints), "first contentful paint")[0]["startTime"]

    def show_player(self, player):
        """Scrolls to a player and returns when it is set up."""
        self.run_script("arguments[0].scrollIntoView({behavior: 'instant'})", player)
        self.until(lambda: player.get_attribute("data-position") is not None, "a player in the window is set up")

    def show_players(self):
        for player in self.browser.find_elements(By.CSS_SELECTOR, ".player"):
            self.show_player(player)
        self.draw_frames(2)  # in the first frame players adapt to their place

    def find(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def keep_screenshot(self, name, whole=False):
        if self.folder is None:
            return
        parameters = {"format": "png"}
        if whole:
            size = self.browser.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]
            parameters.update(captureBeyondViewport=True, clip={
                "x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 12000), "scale": 1})
        image = self.browser.execute_cdp_cmd("Page.captureScreenshot", parameters)["data"]
        (self.folder / f"{name}.png").write_bytes(base64.b64decode(image))

    def assert_quiet(self):
        """Asserts that the console of the browser is empty, and that only the file itself was requested."""
        self.assertEqual([entry["message"] for entry in self.browser.get_log("browser")], [])
        urls = []
        for entry in self.browser.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                urls.append(message["params"]["request"]["url"])
        self.assertEqual([url for url in urls if not url.startswith(("file:", "data:", "about:", "blob:"))], [])

    def assert_fits(self, name):
        width = self.run_script("return document.documentElement.scrollWidth")
        wide = self.run_script("""
            const limit = document.documentElement.clientWidth + 0.5;
            return [...document.querySelectorAll('main *')].filter((node) => {
              for (let up = node.parentElement; up; up = up.parentElement)
                if (getComputedStyle(up).overflowX !== 'visible') return false;
              return node.getBoundingClientRect().right > limit;
            }).slice(0, 5).map((node) => node.outerHTML.slice(0, 120))""")
        self.assertEqual(wide, [], name)
        self.assertLessEqual(width, self.run_script("return window.innerWidth"), name)


    def assert_tables_fit(self, name):
        """Tables are seen whole in a window of usual width, also those that are folded."""
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                     {"width": NARROW_WINDOW, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        cut = self.run_script("""
            const folded = [...document.querySelectorAll('main details:not([open])')];
            folded.forEach((details) => { details.open = true; });
            const cut = [...document.querySelectorAll('.scroll > table')].filter((table) =>
              table.scrollWidth > table.parentElement.clientWidth + 1).map((table) => table.caption?.textContent);
            folded.forEach((details) => { details.open = false; });
            return cut""")
        self.assertEqual(cut, [], f"tables of {name} that are cut")


class EveryPage(PageTest):
    """Each page is opened once for a desktop and once for a phone, because opening takes most of the time; one page of
    each kind is also opened in dark mode."""

    DARK = ("verify", "page-belt", "page-modes", "page-study")

    def checked(self):
        """The pages to check, without pages that resemble others: one group of cases is enough."""
        return [name for name in self.pages if not name.startswith("cases-") or name == "cases-oborin-2018"]

    def test_on_a_desktop(self):
        for name in self.checked():
            with self.subTest(name):
                self.open(name, prefers_reduced_motion="reduce")
                self.assertLess(self.pages[name].stat().st_size, MOST_BYTES)
                paint = self.first_paint()
                print(f"{name}: {self.pages[name].stat().st_size / 1e3:.0f} kB, first paint {paint:.0f} ms")
                self.show_players()
                self.keep_screenshot(f"{name}-desktop", whole=True)
                self.assert_quiet()
                self.assert_has_its_parts()
                self.assert_files_to_keep_are_there(name)
                self.assert_figures_have_size_and_text(name)
                self.assert_labels_do_not_overlap()
                self.assert_contents_lead_to_their_sections()
                if name in COMPARISONS:
                    self.assert_tables_fit(name)
                self.assert_print_shows_everything()

    def test_on_a_phone(self):
        for name in self.checked():
            with self.subTest(name):
                self.open(name, (PHONE_WIDTH, 844), prefers_reduced_motion="reduce")
                self.assertFalse(self.run_script("return document.getElementById('menu').open"))
                self.keep_screenshot(f"{name}-phone", whole=True)
                self.assert_fits(name)
                cut = self.run_script("""return [...document.querySelectorAll('figure[id^=figure-]')].filter((figure) =>
                    figure.offsetParent && figure.querySelector('.scroll').scrollWidth > figure.clientWidth + 1).map((f) => f.id)""")
                self.assertEqual(cut, [], "figures that are cut")
                self.assert_contents_lead_to_their_sections()
                shown = self.run_script("return [...document.querySelectorAll('.enlarge')].filter((b) => b.offsetParent).length")
                if shown:
                    self.run_script("[...document.querySelectorAll('.enlarge')].find((b) => b.offsetParent).click()")
                    self.assertGreater(self.run_script("return document.querySelector('figure.large svg').clientWidth"), 600)
                    self.assert_fits(name)

    def test_dark(self):
        ground = "return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"
        for name in self.DARK if self.folder is None else self.pages:
            with self.subTest(name):
                self.open(name, prefers_color_scheme="dark")
                self.assertLess(max(self.run_script(ground)), 60)
                if self.folder is not None:
                    self.show_players()
                    self.keep_screenshot(f"{name}-dark", whole=True)
                # The page follows the preference of the system until the reader chooses here.
                self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
                    "media": "", "features": [{"name": "prefers-color-scheme", "value": "light"}]})
                self.assertGreater(min(self.run_script(ground)), 200)
                self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
                    "media": "", "features": [{"name": "prefers-color-scheme", "value": "dark"}]})
                self.run_script("document.getElementById('theme').click()")
                self.assertGreater(min(self.run_script(ground)), 200)
                self.run_script("localStorage.clear()")

    def assert_has_its_parts(self):
        self.assertEqual(len(self.browser.find_elements(By.TAG_NAME, "h1")), 1)
        ids = self.run_script("return [...document.querySelectorAll('[id]')].map((node) => node.id)")
        self.assertEqual(len(ids), len(set(ids)), "duplicate id")
        lost = self.run_script("""return [...document.querySelectorAll('a[href^="#"], use')].map((node) =>
            node.getAttribute('href')).filter((href) => !document.getElementById(href.slice(1)))""")
        self.assertEqual(lost, [], "broken links")

    def assert_files_to_keep_are_there(self, name):
        files = self.run_script("return [...document.querySelectorAll('main a[download]')].map((node) => node.getAttribute('href'))")
        self.assertEqual([file for file in files if not (self.pages[name].parent / file).is_file()], [])
        if name in COMPARISONS:
            self.assertTrue(any(file.endswith("history.csv") for file in files), files)
            if self.figures_are_drawn:
                self.assertTrue(any(file.endswith(".pdf") for file in files), files)

    def assert_labels_do_not_overlap(self):
        """Asserts that texts of a figure do not overlap: their boxes, without the space for descenders, are
        disjoint."""
        overlaps = self.run_script("""
            const found = [];
            for (const svg of document.querySelectorAll('main figure svg')) {
              const boxes = [...svg.querySelectorAll('text')].filter((text) => text.textContent.trim()).map((text) => {
                const box = text.getBoundingClientRect();
                const inset = 0.2 * Math.min(box.width, box.height);
                return {text: text.textContent.trim(), left: box.left + inset, right: box.right - inset, top: box.top + inset, bottom: box.bottom - inset};
              });
              for (let i = 0; i < boxes.length; i += 1) for (let j = 0; j < i; j += 1) {
                const [a, b] = [boxes[i], boxes[j]];
                if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
                  found.push(`${(svg.closest('figure') || {}).id}: "${a.text}" on "${b.text}"`);
              }
            }
            return found""")
        self.assertEqual(overlaps, [])

    def assert_contents_lead_to_their_sections(self):
        """After a click in the contents, the section begins at the position of scroll-padding-top."""
        places = self.browser.execute_async_script("""
            const done = arguments[0];
            const root = document.documentElement;
            const frames = (count) => new Promise((resolve) => {
              const next = () => (count-- > 0 ? requestAnimationFrame(next) : resolve());
              next();
            });
            (async () => {
              const places = [];
              const wanted = parseFloat(getComputedStyle(root).scrollPaddingTop);
              for (const link of document.querySelectorAll('#menu a')) {
                document.getElementById('menu').open = true;
                link.click();
                await frames(3);
                const target = document.getElementById(link.hash.slice(1));
                const room = root.scrollHeight - root.clientHeight;
                places.push([target.id, target.getBoundingClientRect().top - wanted, root.scrollTop >= room - 1]);
              }
              done(places);
            })();""")
        self.assertGreater(len(places), 0)
        for section, off, is_at_end in places:
            # The last sections are too short to scroll to the top.
            self.assertTrue(is_at_end and off > 0 or abs(off) <= FARTHEST_ANCHOR, f"{section}: {off:.0f} px off")

    def assert_figures_have_size_and_text(self, name):
        figures = self.run_script("""return [...document.querySelectorAll('main svg, main canvas')].map((node) => {
            for (let up = node.parentElement; up; up = up.parentElement) if (up.tagName === 'DETAILS') up.open = true;
            node.scrollIntoView();
            const box = node.getBoundingClientRect();
            return [node.getAttribute('role'), node.getAttribute('aria-label'), box.width, box.height]})""")
        for role, label, width, height in figures:
            self.assertEqual(role, "img")
            self.assertTrue(label and len(label) > 5, label)
            self.assertGreater(width, 100, label)
            self.assertGreater(height, 50, label)
        if self.figures_are_drawn and name in COMPARISONS:
            self.assertGreater(len(self.browser.find_elements(By.CSS_SELECTOR, "figure[id^=figure-] svg")), 0)
        self.assertEqual(self.run_script("return document.querySelectorAll('main img').length"), 0)

    def assert_print_shows_everything(self):
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        # The page is notified of the change of media in the next frame of the browser.
        self.until(lambda: self.run_script(CLOSED_DETAILS) == 0, "in print all details are open")
        hidden = "return [...document.querySelectorAll('.bar, .pages, .filters, .controls')].filter((n) => n.offsetHeight > 0).length"
        self.assertEqual(self.run_script(hidden), 0)
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})

    def test_players_keep_their_shape_in_print(self):
        """Canvases are bitmaps made for the window. On paper, which is narrower, they must be scaled equally in both
        directions."""
        for name in ("page-belt", "page-modes"):
            with self.subTest(name):
                self.open(name)
                self.show_players()
                self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                             {"width": 700, "height": 900, "deviceScaleFactor": 1, "mobile": False})
                self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
                stretch = self.run_script("""return [...document.querySelectorAll('main canvas')].map((canvas) => {
                    const box = canvas.getBoundingClientRect();
                    return (box.width / box.height) / (canvas.width / canvas.height)})""")
                self.assertGreater(len(stretch), 0)
                for ratio in stretch:
                    self.assertAlmostEqual(ratio, 1.0, delta=0.02)
                self.keep_screenshot(f"{name}-print", whole=True)
                self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})

    def test_printing_opens_everything_and_folds_it_again(self):
        self.open("cases-oborin-2018")
        before = self.run_script(CLOSED_DETAILS)
        self.assertGreater(before, 0)
        # The print layout is made as soon as the last listener has returned, and this listener is the last.
        self.run_script(f"addEventListener('beforeprint', () => {{ window.closedInPrint = (() => {{ {CLOSED_DETAILS} }})(); }})")
        self.browser.execute_cdp_cmd("Page.printToPDF", {"pageRanges": "1"})
        self.assertEqual(self.run_script("return window.closedInPrint"), 0, "details that are closed in what is printed")
        self.until(lambda: self.run_script(CLOSED_DETAILS) == before, "after printing the page is folded as before")


class VerificationPage(PageTest):
    def test_case_is_one_click_away(self):
        """A link of the index leads to the page of the case and expands it, and from there one link leads back."""
        self.open("verify", prefers_reduced_motion="reduce")
        for name in self.pages:
            if self.pages[name].parent == self.pages["verify"].parent:
                self.assertLess(self.pages[name].stat().st_size, MOST_BYTES_OF_INDEX if name == "verify" else MOST_BYTES_OF_CASES)
        self.assertLess(self.run_script("return document.documentElement.scrollHeight"), TALLEST_VERIFICATION)
        self.find("#case-table a[href$='#case-friction-dahl']").click()
        self.until(lambda: self.run_script("return location.href").endswith("cases-friction.html#case-friction-dahl"),
                   "the link leads to the page of the case")
        case = "return (document.querySelector('#case-friction-dahl details') || {}).open"
        self.until(lambda: self.run_script(case), "a link to a folded case unfolds it")
        self.assertGreater(self.find("#case-friction-dahl table").rect["height"], 50)
        self.assert_quiet()
        self.find(".pages a").click()
        self.until(lambda: self.run_script("return location.href").endswith("report/index.html"), "a link leads back")
        self.open("cases-friction")
        self.assertFalse(self.run_script(case))
        self.run_script("location.hash = '#case-friction-dahl'")
        self.until(lambda: self.run_script(case), "a link within the page unfolds a case")

    def test_links_between_pages(self):
        """Each link leads to an existing file, and to an id in it."""
        ids = {}
        links = {}
        for path in self.pages["verify"].parent.glob("*.html"):
            parts = LinksAndIds(path.read_text())
            ids[path.name], links[path.name] = parts.ids, parts.links
        self.assertGreater(len(links), 4)
        for name, targets in links.items():
            for target in targets:
                file, _, place = target.partition("#")
                self.assertIn(file or name, ids, f"{name}: {target}")
                self.assertTrue(not place or place in ids[file or name], f"{name}: {target}")

    def rows(self):
        return self.run_script("return [...document.querySelectorAll('#case-table tbody tr')].filter((row) => !row.hidden).length")

    def test_table_filters(self):
        self.open("verify", prefers_reduced_motion="reduce")
        everything = self.rows()
        self.assertEqual(everything, len(json.loads((self.pages["verify"].parents[1] / "verify.json").read_text())["cases"]))
        Select(self.find("select[name=group]")).select_by_value("friction")
        friction = self.rows()
        self.assertTrue(0 < friction < everything)
        Select(self.find("select[name=group]")).select_by_value("")
        Select(self.find("select[name=formulation]")).select_by_value("analytic_dde")
        dde = self.rows()
        self.assertTrue(0 < dde < everything)
        words = self.find("input[name=words]")
        words.send_keys("nothing has these words")
        self.assertEqual(self.rows(), 0)
        self.find(".filters button[type=reset]").click()
        self.until(lambda: self.rows() == everything, "a reset of the filters shows every row")
        Select(self.find("select[name=result]")).select_by_value("skipped")
        self.assertEqual(self.rows(), 1)

    def test_table_sorts(self):
        self.open("verify", prefers_reduced_motion="reduce")
        column = "return [...document.querySelectorAll('#case-table tbody tr')].map((row) => row.cells[4].dataset.sort).filter((s) => s !== undefined).map(Number)"
        before = self.run_script(column)
        head = self.find("#case-table th:nth-child(5) button")
        head.click()
        self.assertEqual(self.run_script(column), sorted(before))
        self.assertEqual(self.find("#case-table th:nth-child(5)").get_attribute("aria-sort"), "ascending")
        last = self.run_script("return document.querySelector('#case-table tbody tr:last-child').cells[4].dataset.sort")
        self.assertIsNone(last, "the skipped case is last")
        head.send_keys(Keys.ENTER)
        self.assertEqual(self.run_script(column), sorted(before, reverse=True))
        self.find("#case-table th:nth-child(2) button").click()
        names = self.run_script("return [...document.querySelectorAll('#case-table tbody tr')].map((row) => row.cells[1].textContent)")
        self.assertEqual(names[0], "friction/dahl")

    def test_is_the_same_without_its_machine(self):
        again = self.pages["verify"].parents[2] / "again"
        subprocess.run([sys.argv[1], "verify", "--quick", "--out", again, *VERIFY_IDS], check=True,
                       env=dict(os.environ, BELTDYN_DATA=""), stdout=subprocess.DEVNULL)
        contents = []
        for folder in (self.pages["verify"].parent, again / "report"):
            texts = {path.name: path.read_text() for path in folder.glob("*.html")}
            text = texts["index.html"]
            begin, end = (text.index(f"<!-- host and timings: {mark} -->") for mark in ("begin", "end"))
            texts["index.html"] = text[:begin] + text[end:]
            contents.append(texts)
        self.assertEqual(contents[0], contents[1])
        self.assertEqual((again / "verify.json").read_bytes(), (self.pages["verify"].parents[1] / "verify.json").read_bytes())


class ComparisonPage(PageTest):
    def test_failed_run_says_why(self):
        self.open("page-failed-run")
        text = self.find("#runs").text
        self.assertIn("failed", text)
        self.assertIn("Its results end at", text)
        self.assertGreater(len(self.find("#runs .fail").text), 3)
        self.assertGreater(len(self.find(".notices .fail").text), 30)

    def test_verdict_is_seen_first(self):
        """Gross slip and violated balances are visible without scrolling, also on a phone, and no such run is marked
        green."""
        for size in (DESKTOP, (PHONE_WIDTH, 844)):
            self.open("page-gross-slip", size)
            notices = self.find(".notices")
            self.assertLess(notices.rect["y"], 0.5 * size[1])
            self.assertIn("over the whole arc of pulley 2 from 0.4", notices.text)
            self.assertIn("1 balance is not closed", notices.text)
            self.assertEqual(len(self.browser.find_elements(By.CSS_SELECTOR, "#runs .warn")), 2)
            self.assertEqual(self.browser.find_elements(By.CSS_SELECTOR, "#runs .pass"), [])
        self.open("page-one-run")
        self.assertEqual(self.browser.find_elements(By.CSS_SELECTOR, ".notices"), [])

    def test_numbers_are_on_the_first_screen(self):
        """For a drive with five pulleys, speeds, span forces and the first torque are visible without scrolling, below
        the problems of the run."""
        self.open("page-belt")
        table = self.find("#headline-numbers")
        row = next(row for row in table.find_elements(By.TAG_NAME, "tr") if "torque on pulley 1" in row.text)
        self.assertLess(row.rect["y"] + row.rect["height"], DESKTOP[1])
        for words in ("speed of pulley 1", "force in the middle of span 1", "torque on pulley 1", "verdict"):
            self.assertIn(words, table.text)
        order = self.run_script("return [...document.querySelectorAll('main > section')].map((section) => section.id)")
        self.assertEqual(order[:3], ["answer", "players", "charts"])
        self.assertEqual(order[-1], "provenance")
        self.assertLess(order.index("charts"), order.index("drive"))
        self.open("page-two-runs", (PHONE_WIDTH, 844))
        table = self.find("#headline-numbers")
        self.assertLess(table.rect["y"] + table.rect["height"], 844)

    def test_parameters_files_and_provenance_are_folded(self):
        self.open("page-gross-slip")
        for summary in ("Belt and contact", "Files", "The configuration with all defaults", "Version, compiler and libraries"):
            is_open = self.run_script("""return [...document.querySelectorAll('main details')].filter((details) =>
                details.querySelector('summary').textContent === arguments[0]).map((details) => details.open)""", summary)
            self.assertEqual(is_open, [False], summary)

    def test_study_of_physics_has_no_order(self):
        self.open("page-study")
        text = self.find("#study").text
        self.assertIn("sensitivity", text)
        self.assertNotIn("observed order", self.find("main").text)
        if self.figures_are_drawn:
            self.find("#figure-parameter-study svg")

    def test_pairs(self):
        self.open("page-two-runs")
        self.assertIn("eulerian", self.find("#differences").text)
        self.open("page-one-run")
        self.assertEqual(self.browser.find_elements(By.CSS_SELECTOR, "#differences"), [])

    def test_drive_without_belt_has_no_player(self):
        self.open("page-rig")
        self.assertEqual(self.browser.find_elements(By.CSS_SELECTOR, ".player"), [])
        self.assertIn("Normal force", self.find("#drive").text)


class Charts(PageTest):
    def open_charts(self, name):
        self.open(name)
        self.run_script("document.querySelector('.chart canvas').scrollIntoView({behavior: 'instant', block: 'center'})")
        self.draw_frames(2)
        return self.find(".chart canvas")

    def drawing(self):
        return self.run_script("return document.querySelector('.chart canvas').toDataURL()")

    def test_exact_runs_have_lines_of_their_own(self):
        self.open_charts("page-accessory")
        lines = self.run_script("""return [...document.querySelectorAll('.charts .runs li.exact i')].map(
            (sample) => sample.style.background)""")
        self.assertEqual(len(lines), 2)
        self.assertNotEqual(lines[0], lines[1])

    def test_pointer_reads_values_off(self):
        canvas = self.open_charts("page-gross-slip")
        webdriver.ActionChains(self.browser).move_to_element(canvas).perform()
        self.until(lambda: " s " in self.find(".chart .readout").text, "the values under the pointer are told")
        text = self.find(".chart .readout").text
        for words in ("span 1 to 2: coarse ", "span 2 to 1: coarse ", "fine "):
            self.assertIn(words, text)
        self.assert_quiet()

    def test_drag_enlarges_and_a_button_shows_everything(self):
        canvas = self.open_charts("page-gross-slip")
        whole = self.drawing()
        self.assertFalse(self.find(".charts .whole").is_enabled())
        drag = webdriver.ActionChains(self.browser).move_to_element(canvas).click_and_hold()
        drag.move_by_offset(100, 0).release().perform()
        charts = self.find(".charts")
        begin, end = (float(charts.get_attribute(f"data-{key}")) for key in ("from", "to"))
        # A drag from the middle of the run to a tenth of the chart's width later.
        self.assertTrue(0.25 < begin < 0.35, begin)
        self.assertTrue(0.02 < end - begin < 0.12, end - begin)
        self.until(lambda: self.drawing() != whole, "a part is drawn larger")
        self.find(".charts .whole").click()
        # Times in the page have single precision.
        self.assertAlmostEqual(float(charts.get_attribute("data-to")), GROSS_SLIP["end_time"], delta=1e-6)
        self.assertFalse(self.find(".charts .whole").is_enabled())

    def test_one_pulley_can_be_shown(self):
        self.open_charts("page-gross-slip")
        before = self.drawing()
        Select(self.find(".chart .part")).select_by_index(2)
        self.until(lambda: self.drawing() != before, "one span is drawn")
        shown = self.run_script("return [...document.querySelectorAll('.chart .legend')][0].innerText.trim()")
        self.assertEqual(shown, "span 2 to 1")


class ModePlayer(PageTest):
    def test_plays_the_chosen_mode(self):
        self.open("page-modes")
        player = self.find(".mode-player")
        self.run_script("arguments[0].scrollIntoView({behavior: 'instant'})", player)
        pixels = "return document.querySelector('.mode-player canvas').toDataURL()"
        first = self.run_script(pixels)
        Select(self.find(".mode-player .mode")).select_by_index(1)
        self.until(lambda: self.run_script(pixels) != first, "the other mode is shown")
        self.assertEqual(float(player.get_attribute("data-phase")), 0.0)
        self.find(".mode-player .play").click()
        self.until(lambda: float(player.get_attribute("data-phase")) > 0.1, "the mode plays")
        self.find(".mode-player .play").click()
        stopped = player.get_attribute("data-phase")
        self.draw_frames(FRAMES_TO_MOVE)
        self.assertEqual(player.get_attribute("data-phase"), stopped)
        self.keep_screenshot("page-modes-player")
        self.assert_quiet()


class PlayerOfPage(PageTest):
    PAGES = ("page-belt", "page-one-run", "page-failed-run")

    def position(self):
        return float(self.find(".player").get_attribute("data-position"))

    def open_player(self, name, **media):
        self.open(name, **media)
        self.show_player(self.find(".player"))

    def choose_slowest_speed(self):
        """Chooses a speed so slow that no run ends before it is paused."""
        Select(self.find(".player .speed")).select_by_index(0)

    def assert_stands_still(self):
        before = self.position()
        self.draw_frames(FRAMES_TO_MOVE)
        self.assertEqual(self.position(), before)

    def test_stands_still_until_asked(self):
        for motion in ("reduce", "no-preference"):
            self.open_player("page-belt", prefers_reduced_motion=motion)
            self.assertEqual(self.position(), 0.0)
            self.assert_stands_still()
        self.find(".player .play").click()
        self.until(lambda: self.position() > 0.5, "the player plays at its usual speed")

    def test_plays_and_pauses(self):
        for name in self.PAGES:
            with self.subTest(name):
                self.open_player(name)
                self.choose_slowest_speed()
                self.find(".player .play").click()
                self.until(lambda: self.position() > 0.5, "the player plays")
                first = self.position()
                self.until(lambda: self.position() > first, "the player plays on")
                self.find(".player .play").click()
                self.keep_screenshot(f"{name}-player")
                self.assert_stands_still()
                self.assert_quiet()

    def test_keys(self):
        self.open_player("page-belt")
        self.choose_slowest_speed()
        player = self.find(".player")
        last = float(self.find(".player .scrub").get_attribute("max"))
        for keys, expected in ((Keys.END, last), (Keys.ARROW_LEFT, last - 1), (Keys.HOME, 0.0), (Keys.ARROW_RIGHT, 1.0)):
            player.send_keys(keys)
            self.assertEqual(self.position(), expected)
        self.find(".player .scrub").send_keys(Keys.ARROW_RIGHT)
        self.assertEqual(self.position(), 2.0)
        player.send_keys(Keys.SPACE)
        self.until(lambda: self.position() > 2.0, "the space bar lets the player play")
        player.send_keys(Keys.SPACE)
        self.assert_stands_still()

    def test_press_on_the_diagram_sets_the_time(self):
        self.open_player("page-belt")
        diagram = self.find(".player .diagram")
        webdriver.ActionChains(self.browser).move_to_element(diagram).click().perform()
        middle = self.position()
        drag = webdriver.ActionChains(self.browser).move_to_element(diagram).click_and_hold()
        drag.move_by_offset(60, 0).release().perform()
        self.until(lambda: self.position() > middle, "the time follows the pointer")
        last = float(self.find(".player .scrub").get_attribute("max"))
        self.assertTrue(0.3 * last < middle < 0.8 * last, middle)

    def test_one_player_has_all_runs(self):
        """The other run is outlined; selecting it keeps the time."""
        self.open_player("page-gross-slip")
        self.assertEqual(len(self.browser.find_elements(By.CSS_SELECTOR, ".player")), 1)
        pixels = "return document.querySelector('.player .loop').toDataURL()"
        self.find(".player").send_keys(Keys.END)
        both = self.run_script(pixels)
        clock = self.find(".player .clock").text
        self.assertIn("outline of fine", self.find(".player .legend").text)
        Select(self.find(".player .run")).select_by_visible_text("fine")
        self.assertEqual(self.find(".player .clock").text, clock)
        self.assertNotEqual(self.run_script(pixels), both)
        self.assertIn("outline of coarse", self.find(".player .legend").text)
        self.find(".player .others").click()
        self.assertNotIn("outline", self.find(".player .legend").text)

    def test_belt_is_drawn_and_recoloured(self):
        self.open_player("page-belt")
        pixels = "const c = document.querySelector('.player .loop'); return c.toDataURL()"
        by_slip = self.run_script(pixels)
        Select(self.find(".player .colour")).select_by_value("force")
        by_force = self.run_script(pixels)
        self.assertNotEqual(by_slip, by_force)
        self.assertIn("to", self.find(".player .legend").text)
        self.find(".player").send_keys(Keys.ARROW_RIGHT)
        self.assertNotEqual(by_force, self.run_script(pixels))
        self.keep_screenshot("page-belt-player-force")


def main():
    if webdriver is None or not shutil.which("chromium") or not shutil.which("chromedriver"):
        print("skipped: needs Debian's chromium, chromium-driver and python3-selenium")
        return SKIPPED
    keep = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as temporary:
        folder = keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        PageTest.folder = keep
        start = time.monotonic()
        PageTest.pages = make_pages(Path(sys.argv[1]).resolve(), folder)
        print(f"pages made in {time.monotonic() - start:.1f} s")
        PageTest.browser = start_browser()
        PageTest.browser.set_script_timeout(LONGEST_WAIT)
        try:
            done = unittest.main(argv=[sys.argv[0]], exit=False, verbosity=2)
        finally:
            PageTest.browser.quit()
    return 0 if done.result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
