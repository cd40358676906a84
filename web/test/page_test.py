#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program in a real browser: page_test.py SITE [FOLDER].

Shows SITE, which the web build makes, by a server of files on this machine, opens it in Chromium, and checks what a reader
does with it. With a FOLDER screenshots are kept there. Returns 77 if there is no Chromium, driver or Selenium (Debian:
chromium chromium-driver python3-selenium), which is a failure where BELTDYN_SKIP_NO_TEST is set.
"""

import functools
import gzip
import http.server
import json
import os
import shutil
import sys
import threading
import time
import unittest
from pathlib import Path

SKIPPED = 1 if os.environ.get("BELTDYN_SKIP_NO_TEST") else 77
try:
    from selenium import webdriver
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import Select, WebDriverWait
except ImportError:
    webdriver = None

DESKTOP, PHONE = (1360, 900), (390, 844)
LONGEST_WAIT = 60.0  # s, however busy the machine is
MOST_COMPRESSED = 2e6  # bytes, of all that a visit loads but the examples
# From the address to the results of the first example, on a machine that does nothing else; the test allows for others.
FIRST_RESULT, SLACK = 3.0, float(os.environ.get("BELTDYN_WEB_SLACK", "4"))  # s, times

RIG = {
    "format": "beltdyn/1", "name": "page-rig",
    "drive": {"type": "friction_rig", "normal_force": 1.0,
              "motion": {"type": "prescribed_position",
                         "position": {"type": "piecewise_linear", "time": [0.0, 1.0, 2.0], "value": [0.0, 1e-3, -1e-3]}}},
    "end_time": 2.0,
    "runs": [{"name": "dahl", "formulation": "friction_rig", "time_step": 1e-2,
              "law": {"type": "dahl", "coefficient": 1.0, "stiffness": 2000.0}}],
}
EDITOR = "document.querySelector('.CodeMirror').CodeMirror"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def serve(folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_address[1]}/index.html"


def start_browser():
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run",
                     "--disable-component-update", "--disable-default-apps", "--disable-sync"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(service=webdriver.chrome.service.Service(shutil.which("chromedriver")), options=options)


class PageTest(unittest.TestCase):
    site = folder = browser = address = None

    def setUp(self):
        self.browser.get_log("browser")

    def tearDown(self):
        # A look at an address that was taken back is how a run learns that it is to stop.
        errors = [entry["message"] for entry in self.browser.get_log("browser")
                  if entry["level"] == "SEVERE" and not entry["message"].startswith("blob:")]
        self.assertEqual(errors, [])

    def script(self, text, *arguments):
        return self.browser.execute_script(text, *arguments)

    def find(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def until(self, test, what):
        WebDriverWait(self.browser, LONGEST_WAIT, 0.05).until(lambda _: test(), what)

    def open(self, address="", size=DESKTOP, text=None, **media):
        command = self.browser.execute_cdp_cmd
        command("Emulation.setDeviceMetricsOverride",
                {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size[0] < 600})
        features = [{"name": key.replace("_", "-"), "value": value} for key, value in media.items()]
        command("Emulation.setEmulatedMedia", {"media": "", "features": features})
        self.browser.get("about:blank")
        self.browser.get(self.address)
        self.script("localStorage.clear()")
        self.browser.get("about:blank")
        self.browser.get(self.address + address)
        self.until_loaded()
        if text is not None:
            self.write(text)

    def until_loaded(self):
        self.until(lambda: self.script("return document.body.dataset.ready") == "yes", "the program is loaded")

    def write(self, text):
        text = text if isinstance(text, str) else json.dumps(text, indent=2)
        replace = f"const e = {EDITOR}; e.replaceRange(arguments[0], {{line: 0, ch: 0}}, {{line: e.lastLine()}}, '+input')"
        self.script("document.getElementById('state').textContent = ''; " + replace, text)
        self.until(lambda: self.state() != "", "the text is checked")

    def text(self):
        return self.script(f"return {EDITOR}.getValue()")

    def state(self):
        return self.find("#state").text

    def run_to_end(self, word="finished"):
        self.find("#run").click()
        self.until(lambda: word in self.state(), f"the run has {word}")

    def keep(self, name):
        if self.folder:
            self.browser.save_screenshot(str(self.folder / f"{name}.png"))

    def in_report(self, script):
        return self.script("const page = document.getElementById('report').contentDocument; " + script)

    # What a visit costs.

    def test_download_is_small(self):
        sizes = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in self.site.rglob("*")
                 if path.is_file() and "examples" not in str(path)}
        print(f"compressed by gzip: {sum(sizes.values()) / 1e6:.2f} MB, of which beltdyn.wasm {sizes['beltdyn.wasm'] / 1e6:.2f} MB")
        self.assertLess(sum(sizes.values()), MOST_COMPRESSED)

    def test_first_result_comes_soon(self):
        self.open()
        self.browser.get("about:blank")
        begin = time.monotonic()
        self.browser.get(self.address)
        self.until(lambda: self.find("#run").is_enabled(), "the first example can be run")
        loaded = time.monotonic() - begin
        self.find("#run").click()
        self.until(lambda: len(self.browser.find_elements(By.CSS_SELECTOR, ".runs li")) > 0, "there is a first result")
        first = time.monotonic() - begin
        self.until(lambda: "finished" in self.state(), "all runs have ended")
        print(f"loaded in {loaded:.2f} s, first result after {first:.2f} s, all after {time.monotonic() - begin:.2f} s")
        self.assertLess(first, SLACK * FIRST_RESULT)

    def test_asks_nothing_of_others(self):
        self.browser.get_log("performance")
        self.open("#example=friction_laws")
        self.run_to_end()
        asked = [json.loads(entry["message"])["message"] for entry in self.browser.get_log("performance")]
        addresses = {event["params"]["request"]["url"] for event in asked if event["method"] == "Network.requestWillBeSent"}
        self.assertGreater(len(addresses), 10)
        own = self.address.rsplit("/", 1)[0]
        self.assertEqual({a for a in addresses if not a.startswith((own, "blob:" + own, "data:", "about:"))}, set())

    # The editor.

    def test_errors_stand_at_their_lines(self):
        self.open(text=RIG)
        self.assertTrue(self.find("#run").is_enabled())
        self.write(json.dumps(RIG, indent=2).replace('"normal_force": 1.0', '"normal_forse": 1.0'))
        line = self.text()[: self.text().index("normal_forse")].count("\n") + 1
        self.assertFalse(self.find("#run").is_enabled())
        message = self.find("#problems").text
        self.assertIn(f"Line {line}", message)
        self.assertIn("normal_force", message)
        self.assertEqual(self.script(f"return {EDITOR}.lineInfo({line - 1}).gutterMarkers.problems.textContent"), "●")
        self.keep("errors")
        button = next(b for b in self.browser.find_elements(By.CSS_SELECTOR, "#problems button") if b.text == f"Line {line}")
        button.click()
        self.assertEqual(self.script(f"return {EDITOR}.getCursor().line"), line - 1)
        # Text that is no JSON has its line too.
        self.write('{\n"format": "beltdyn/1",\n"name": }')
        self.assertIn("Line 3", self.find("#problems").text)
        self.write(RIG)
        self.assertEqual(self.find("#problems").text, "")

    def test_keys_and_values_are_completed(self):
        self.open(text='{\n  "drive": {"type": "belt_drive", "belt": {\n    \n  }}\n}')
        self.script(f"{EDITOR}.focus(); {EDITOR}.setCursor(2, 4)")
        ActionChains(self.browser).key_down(Keys.CONTROL).send_keys(" ").key_up(Keys.CONTROL).perform()
        self.until(lambda: self.browser.find_elements(By.CSS_SELECTOR, ".CodeMirror-hint"), "keys are offered")
        offered = [entry.text for entry in self.browser.find_elements(By.CSS_SELECTOR, ".CodeMirror-hint")]
        self.assertTrue(any(entry.startswith("axial_stiffness [N]") for entry in offered), offered)
        self.keep("completion")
        ActionChains(self.browser).send_keys(Keys.ENTER).perform()
        self.assertIn(f'"{offered[0].split()[0]}": ', self.text())
        begun = '{"runs": [{"formulation": "lagrangian_ancf_'
        self.write(begun + '"}]}')
        self.script(f"{EDITOR}.focus(); {EDITOR}.setCursor(0, {len(begun)})")
        ActionChains(self.browser).key_down(Keys.CONTROL).send_keys(" ").key_up(Keys.CONTROL).perform()
        self.until(lambda: '"lagrangian_ancf_static"' in self.text(), "the only value that fits is put in")

    # Runs.

    def test_a_run_shows_what_it_has_found(self):
        self.open("#example=belt")
        self.run_to_end()
        self.assertGreaterEqual(len(self.browser.find_elements(By.CSS_SELECTOR, ".runs li.pass")), 3)
        self.until(lambda: self.in_report("return page && page.readyState") == "complete", "the report is there")
        titles = self.in_report("return [...page.querySelectorAll('h2')].map((h) => h.textContent)")
        for title in ("Results", "In motion", "Over time", "Differences", "Runs", "Balances"):
            self.assertIn(title, titles)
        self.assertNotIn("Figures", titles)
        self.assertEqual(self.in_report("return page.querySelectorAll('.missing').length"), 0)
        self.keep("results")
        # The player moves, and the charts are drawn.
        position = "return Number(page.querySelector('.player').dataset.position)"
        self.in_report("page.querySelector('.player').scrollIntoView()")
        self.until(lambda: self.in_report("return page.querySelector('.player').dataset.position"), "it is set up")
        before = self.in_report(position)
        self.in_report("page.querySelector('.player .play').click()")
        self.until(lambda: self.in_report(position) > before, "the player plays")
        self.keep("player")
        drawn = """return [...page.querySelectorAll('.chart canvas')].map((canvas) =>
            new Set(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data).size)"""
        self.in_report("page.querySelector('.chart').scrollIntoView()")
        self.until(lambda: min(self.in_report(drawn)) > 3, "the charts are drawn")
        # Files, also from the links of the report.
        files = {link.get_attribute("textContent"): link.get_attribute("href") for link in self.browser.find_elements(By.CSS_SELECTOR, ".files a")}
        for name in ("ale/history.csv", "ale/summary.json", "ale/profiles.csv", "comparison.csv", "report.html", "demo-belt.json"):
            self.assertIn(name, files)
        fetched = "const done = arguments[arguments.length - 1]; fetch(arguments[0]).then((r) => r.text()).then(done)"
        history = self.browser.execute_async_script(fetched, files["ale/history.csv"])
        self.assertTrue(history.startswith("time [s],"), history[:40])
        self.assertAlmostEqual(float(history.strip().split("\n")[-1].split(",")[0]), 1.0, delta=1e-12)
        self.assertEqual(self.browser.execute_async_script(fetched, files["demo-belt.json"]), self.text())
        links = self.in_report("return [...page.querySelectorAll('a[download]')].map((a) => a.getAttribute('href'))")
        self.assertTrue(links and all(link.startswith("blob:") for link in links), links)

    def test_a_run_stops_and_keeps_what_it_has(self):
        long = json.loads(json.dumps(RIG))
        long["runs"][0]["time_step"] = 2e-7
        long["output"] = {"history_interval": 1e-2}
        self.open(text=long)
        self.find("#run").click()
        self.until(lambda: "%, t =" in self.state(), "progress is told")
        self.assertFalse(self.find("#run").is_enabled())
        self.keep("running")
        self.find("#stop").click()
        self.until(lambda: "stopped after" in self.state(), "the run stops")
        self.assertIn("interrupted", self.find(".runs").text)
        fetched = "const done = arguments[arguments.length - 1]; fetch(arguments[0]).then((r) => r.text()).then(done)"
        link = next(a for a in self.browser.find_elements(By.CSS_SELECTOR, ".files a") if a.get_attribute("textContent") == "dahl/history.csv")
        rows = self.browser.execute_async_script(fetched, link.get_attribute("href")).strip().split("\n")
        self.assertGreater(len(rows), 2)
        self.assertLess(float(rows[-1].split(",")[0]), 2.0)
        # The page goes on.
        self.write(RIG)
        self.run_to_end()

    def test_a_solver_that_fails_is_told(self):
        # Both pulleys slip completely: the speeds have no quasi-static solution.
        self.open(text={
            "format": "beltdyn/1", "name": "page-failed-run", "end_time": 2.0,
            "drive": {"type": "contour", "contour_length": 3.0, "contact_length": [0.8, 0.5], "axial_stiffness": 5e4,
                      "friction_force": 400.0, "surface_speed": [
                          {"type": "constant", "value": 10.0},
                          {"type": "piecewise_linear", "time": [0.0, 2.0], "value": [10.0, 8.0]}]},
            "runs": [{"name": "fronts", "formulation": "analytic_front_tracking", "strain": "finite_contour",
                      "time_step": 2e-3}]})
        self.run_to_end()
        self.assertEqual(len(self.browser.find_elements(By.CSS_SELECTOR, ".runs li.warn")), 1)
        self.assertIn(" t = ", self.find(".runs").text)

    # Links.

    def test_a_link_has_the_text(self):
        self.open(text=RIG)
        own = json.dumps(RIG, indent=2) + "\n// µ² → kept\n"
        self.write(own)
        self.find("#share").click()
        self.until(lambda: "link is in the" in self.state(), "the link is made")
        link = self.browser.current_url
        self.assertIn("#config=", link)
        self.assertLess(len(link), 1500)
        self.browser.get("about:blank")
        self.browser.get(self.address)
        self.script("localStorage.clear()")
        self.browser.get("about:blank")
        self.browser.get(link)
        self.until_loaded()
        self.assertEqual(self.text(), own)

    def reload(self):
        self.script("document.body.dataset.ready = ''")
        self.browser.refresh()
        self.until_loaded()

    def test_an_own_text_is_not_lost_to_links(self):
        own = json.dumps(RIG, indent=2)
        self.open("#example=belt")
        example = self.text()
        self.write(own)
        self.assertNotIn("#example", self.browser.current_url)
        self.reload()
        self.assertEqual(self.text(), own)
        # Another link shows its text, and the own one is there again without it.
        for address, text in (("#example=belt", example), ("", own)):
            self.browser.get("about:blank")
            self.browser.get(self.address + address)
            self.until(lambda: self.text() == text, "the text is shown")
        Select(self.find("#example")).select_by_value("contour")
        self.until(lambda: "contour" in self.text(), "the example is shown")
        chosen = self.text()
        self.reload()
        self.assertEqual(self.text(), chosen)

    def test_a_wrong_link_is_told(self):
        for address, words in (("#example=nope", 'no example "nope"'), ("#config=xxxx", "link is damaged")):
            self.open(address)
            self.until(lambda: "valid: " in self.state(), "the first example is shown")
            self.assertIn(words, self.state())

    def test_examples_can_be_chosen(self):
        self.open()
        names = [option.get_attribute("value") for option in Select(self.find("#example")).options if option.get_attribute("value")]
        self.assertEqual(sorted(names), sorted(path.stem for path in (self.site / "examples").glob("*.json")))
        for name in names:
            with self.subTest(example=name):
                # The first example is shown already, and choosing it again would be no change.
                self.script("document.getElementById('state').textContent = ''; document.getElementById('example').value = ''")
                Select(self.find("#example")).select_by_value(name)
                expected = (self.site / f"examples/{name}.json").read_text()
                self.until(lambda: self.text() == expected and self.state() != "", "the example is shown")
                self.until(lambda: self.find("#run").is_enabled(), "the example is valid")

    # Readers of all kinds.

    def test_everything_goes_by_keys(self):
        self.open(text=RIG)
        self.script(f"{EDITOR}.focus()")
        ActionChains(self.browser).send_keys(Keys.ESCAPE).perform()
        self.assertEqual(self.script("return document.activeElement.id"), "run")
        ActionChains(self.browser).send_keys(Keys.ENTER).perform()
        self.until(lambda: "finished" in self.state(), "the run has finished")
        self.script(f"{EDITOR}.focus()")
        self.script("document.getElementById('state').textContent = ''")
        ActionChains(self.browser).key_down(Keys.CONTROL).send_keys(Keys.ENTER).key_up(Keys.CONTROL).perform()
        self.until(lambda: "finished" in self.state(), "Ctrl+Enter runs")
        # Tab reaches every control and leaves the editor.
        self.script("document.activeElement.blur(); window.scrollTo(0, 0)")
        reached = set()
        for _ in range(20):
            ActionChains(self.browser).send_keys(Keys.TAB).perform()
            reached.add(self.script("const e = document.activeElement; return e.id || e.tagName"))
        self.assertLessEqual({"theme", "example", "open", "save", "share", "run"}, reached)

    def test_fits_on_a_phone(self):
        self.open("#example=belt", PHONE)
        wide = "return document.documentElement.scrollWidth"
        self.assertLessEqual(self.script(wide), PHONE[0])
        self.keep("phone-editor")
        self.run_to_end()
        self.script("document.getElementById('outcome').scrollIntoView()")
        self.until(lambda: self.in_report("return page && page.readyState") == "complete", "the report is there")
        self.assertLessEqual(self.script(wide), PHONE[0])
        self.assertLessEqual(self.in_report("return page.documentElement.scrollWidth"), PHONE[0])
        self.keep("phone-results")
        for button in self.browser.find_elements(By.CSS_SELECTOR, ".controls button"):
            self.assertGreaterEqual(button.size["height"], 40)

    def test_is_dark_where_wanted(self):
        ground = "return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number).slice(0, 3)"
        self.open("#example=belt", prefers_color_scheme="dark")
        self.assertLess(max(self.script(ground)), 60)
        self.run_to_end()
        self.until(lambda: self.in_report("return page && page.readyState") == "complete", "the report is there")
        self.keep("dark")
        inner = "return getComputedStyle(page.body).backgroundColor.match(/\\d+/g).map(Number).slice(0, 3)"
        self.assertLess(max(self.in_report(inner)), 60)
        self.find("#theme").click()
        self.assertGreater(min(self.script(ground)), 200)
        self.assertGreater(min(self.in_report(inner)), 200)


def main():
    if webdriver is None or not shutil.which("chromium") or not shutil.which("chromedriver"):
        print("skipped: needs Debian's chromium, chromium-driver and python3-selenium")
        return SKIPPED
    PageTest.site = Path(sys.argv[1]).resolve()
    if len(sys.argv) > 2:
        PageTest.folder = Path(sys.argv[2])
        PageTest.folder.mkdir(parents=True, exist_ok=True)
    server, PageTest.address = serve(str(PageTest.site))
    PageTest.browser = start_browser()
    PageTest.browser.set_script_timeout(LONGEST_WAIT)
    try:
        done = unittest.main(argv=[sys.argv[0], *sys.argv[3:]], exit=False, verbosity=2)
    finally:
        PageTest.browser.quit()
        server.shutdown()
    return 0 if done.result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
