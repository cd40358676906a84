// SPDX-License-Identifier: MIT
// Messages about a run whose results are unreliable, and about a study without an order.
#include <cmath>
#include <string>

#include "tests/program/program.hpp"

using namespace program_test;

namespace {

// A drive with equal pulleys and a wrap of π on each. By Euler and Eytelwein a belt with a sum of span forces of 400 N
// transmits a torque of at most 0.06 m x 400 N tanh(0.3 pi/2) = 10.5 N m, at rest and in motion.
std::string drive(const std::string& moment, const std::string& friction) {
  return R"({"type": "belt_drive", "direction": "counterclockwise", "gravity": [0, 0],
    "pulleys": [
      {"center": [0, 0], "radius": 0.06, "side": "inside", "inertia": 0.002,
       "motion": {"type": "prescribed", "angular_velocity":
                  {"type": "cosine_ramp", "from": 0, "to": 30, "start_time": 0, "end_time": 0.2}}},
      {"center": [0.3, 0], "radius": 0.06, "side": "inside", "inertia": 0.002, "bearing_damping": 0.02,
       "motion": {"type": "torque", "torques": [{"type": "applied", "moment":
                  {"type": "cosine_ramp", "from": 0, "to": )" +
         moment + R"(, "start_time": 0.3, "end_time": 0.5}}]}}],
    "belt": {"axial_stiffness": 20000, "bending_stiffness": 0.002, "mass_per_length": 0.1, "width": 0.02,
             "contact_offset": 0, "axial_damping": 0.2, "pretension": {"type": "reference_strain", "strain": -0.01}},
    "contact": {"normal": {"type": "penalty", "stiffness_per_area": 4e9, "damping_per_area": 1e4},
                "friction": )" +
         friction + "}}";
}

const std::string kElastoplastic =
    R"({"type": "elastoplastic_coulomb", "coefficient": 0.3, "stiffness_per_area": 4e9})";
const std::string kRegularised =
    R"({"type": "regularised_coulomb", "coefficient": 0.3, "velocity": 0.02, "form": "hyperbolic"})";
const std::string kAle =
    R"({"name": "ale", "formulation": "eulerian_ale", "elements_per_pulley": 16, "elements_per_span": 4, "time_step": 1e-3})";
const std::string kAncf = R"({"name": "ancf", "formulation": "lagrangian_ancf", "elements": 120, "time_step": 2e-4})";
const std::string kLinks =
    R"({"name": "links", "formulation": "lagrangian_links", "links": 160, "time_integration": "implicit", "time_step": 1e-4})";

std::string configuration(const std::string& drive, const std::string& end_time, const std::string& runs,
                          const std::string& study = "") {
  return R"({"format": "beltdyn/1", "name": "case", "end_time": )" + end_time + R"(, "drive": )" + drive +
         R"(, "output": {"history_interval": 1e-3}, "runs": [)" + runs + "]" + study + "}";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// The number that follows a text, e.g. `"begin [s]": `.
double number_behind(const std::string& text, const std::string& part) {
  const std::size_t place = text.find(part);
  REQUIRE(place != std::string::npos);
  return std::stod(text.substr(place + part.size()));
}

}  // namespace

TEST_CASE("verdict: gross slip on a pulley is reported in the terminal, the manifest and the page") {
  const Workspace work("gross");
  work.write("case.json", configuration(drive("-12", kElastoplastic), "0.7", kAle + "," + kAncf + "," + kLinks));
  const Outcome outcome = run_beltdyn("compare " + work.quoted("case.json") + " --out " + work.quoted("out"));
  CAPTURE(outcome.output);
  CHECK(outcome.exit_code == 0);
  const std::string page = content(work / "out/case/report.html");
  for (const std::string name : {"ale", "ancf", "links"}) {
    CAPTURE(name);
    CHECK(has(outcome.output, "warning: " + name + ": complete, gross slip on pulleys 1, 2; "));
    CHECK(has(outcome.output, "warning: " + name + ": slip over the whole arc of pulley 2 "));
    CHECK(has(page, "<strong>" + name + ": complete, gross slip on pulleys 1, 2</strong>"));
    const std::string manifest = content(work / "out/case" / name / "manifest.json");
    CHECK(has(manifest, "\"status\": \"complete\""));
    CHECK(has(manifest, "\"verdict\": \"complete, gross slip on pulleys 1, 2\""));
    CHECK(has(manifest, "\"clean\": false"));
    const std::string slip = manifest.substr(manifest.find("\"gross_slip\": ["));
    // The ramp to 12 N m reaches 10.5 N m minus the 0.6 N m of the bearing at 0.3 s + 0.2 s acos(-0.65)/pi = 0.444 s.
    // Stretching of the belt delays this by less than a hundredth of a second. Slip lasts from then on.
    const double begin = number_behind(slip, "\"begin [s]\": ");
    CHECK(begin > 0.43);
    CHECK(begin < 0.46);
    CHECK(number_behind(slip.substr(slip.rfind("\"end [s]\": ")), "\"end [s]\": ") > 0.6999);
  }
  CHECK(page.find("class=\"notices\"") < page.find("<section"));
}

// The exact solution ends when a pulley slips over its whole contact: with prescribed speeds quasi-static strains do
// not exist beyond that instant. The numerical solutions continue.
TEST_CASE("verdict: contour formulations are in gross slip from the instant at which the exact solution ends") {
  const Workspace work("contour");
  work.write("case.json", R"({"format": "beltdyn/1", "name": "case", "end_time": 0.5,
    "drive": {"type": "contour", "contour_length": 3.0, "contact_length": [0.8, 0.5], "axial_stiffness": 5e4,
              "friction_force": 400.0,
              "surface_speed": [{"type": "constant", "value": 10.0},
                                {"type": "piecewise_linear", "time": [0.0, 2.0], "value": [10.0, 8.0]}]},
    "runs": [{"name": "exact", "formulation": "analytic_front_tracking", "strain": "finite_contour", "time_step": 2e-3},
             {"name": "eulerian", "formulation": "eulerian_contour", "elements_per_contact": 40, "stick_penalty": 1e10,
              "time_step": 1e-3},
             {"name": "lagrangian", "formulation": "lagrangian_contour", "elements": 300, "time_step": 2e-4}]})");
  const Outcome outcome = run_beltdyn("run " + work.quoted("case.json") + " --out " + work.quoted("out"));
  CAPTURE(outcome.output);
  CHECK(outcome.exit_code == 3);
  const double exact = number_behind(outcome.output, "full slip of pulley 2 at t = ");
  for (const std::string name : {"eulerian", "lagrangian"}) {
    CAPTURE(name);
    const std::string manifest = content(work / "out/case" / name / "manifest.json");
    CHECK(has(manifest, "gross slip on pulley 2\""));
    const std::string slip = manifest.substr(manifest.find("\"gross_slip\": ["));
    // Tolerance: a step of the exact solution, and the time in which an element of 0.01 m passes at 10 m/s.
    CHECK(std::abs(number_behind(slip, "\"begin [s]\": ") - exact) <= 2e-3 + 1e-3);
    CHECK(number_behind(slip.substr(slip.rfind("\"end [s]\": ")), "\"end [s]\": ") > 0.4999);
  }
}

TEST_CASE("verdict: gross slip is not reported below the transmissible torque") {
  const Workspace work("held");
  work.write("case.json", configuration(drive("-8", kElastoplastic), "0.7", kAle + "," + kAncf + "," + kLinks));
  const Outcome outcome = run_beltdyn("run " + work.quoted("case.json") + " --out " + work.quoted("out"));
  CAPTURE(outcome.output);
  for (const std::string name : {"ale", "ancf", "links"}) {
    CAPTURE(name);
    CHECK(has(outcome.output, "info: " + name + ": complete; "));
    CHECK(has(content(work / "out/case" / name / "manifest.json"), "\"gross_slip\": []"));
  }
}

TEST_CASE("verdict: a law that creeps everywhere slips through where friction is at its limit, not before") {
  const Workspace work("creep");
  work.write("case.json", configuration(drive("-8", kRegularised), "0.6", kAle + "," + kAncf));
  const std::string run = "run " + work.quoted("case.json") + " --force --out " + work.quoted("out");
  const Outcome held = run_beltdyn(run);
  CAPTURE(held.output);
  CHECK_FALSE(has(held.output, "gross slip"));
  const Outcome lost = run_beltdyn(run + " --set /drive/pulleys/1/motion/torques/0/moment/to=-14");
  CAPTURE(lost.output);
  CHECK(has(lost.output, "ale: complete, gross slip on pulleys 1, 2"));
  CHECK(has(lost.output, "ancf: complete, gross slip on pulleys 1, 2"));
}

TEST_CASE("verdict: a run with an open balance is complete, and not clean") {
  const Workspace work("open");
  work.write("case.json", configuration(drive("-8", kElastoplastic), "0.3", kAncf));
  // A time step that is much too long for the acceleration of the driver.
  const Outcome outcome =
      run_beltdyn("compare " + work.quoted("case.json") + " --set /runs/0/time_step=5e-3 --out " + work.quoted("out"));
  CAPTURE(outcome.output);
  CHECK(outcome.exit_code == 0);
  CHECK(has(outcome.output, "warning: ancf: ended, 1 balance not closed; "));
  CHECK_FALSE(has(outcome.output, "info: ancf: complete"));
  const std::string manifest = content(work / "out/case/ancf/manifest.json");
  CHECK(has(manifest, "\"status\": \"complete\""));
  CHECK(has(manifest, "\"verdict\": \"ended, 1 balance not closed\""));
  CHECK(has(manifest, "\"open_balances\": 1"));
  CHECK(has(manifest, "\"clean\": false"));
  const std::string page = content(work / "out/case/report.html");
  CHECK(has(page, "<td class=\"warn\">ended, 1 balance not closed</td>"));
  CHECK(has(page, "<a href=\"#balances\">1 balance is not closed</a>: <code>balance_power</code> is off by "));
}

TEST_CASE("verdict: a characteristic that ends before its limit is reported, one that reaches it is not") {
  const Workspace work("characteristic");
  const std::string run =
      "run '" BELTDYN_SOURCE_DIR
      "/configs/demo/belt_characteristic.json' --set /runs/0/elements_per_pulley=20 --force --out " +
      work.quoted("out");
  const Outcome early = run_beltdyn(run + " --set /end_time=2");
  CAPTURE(early.output);
  CHECK(early.exit_code == 0);
  CHECK(has(early.output, "warning: characteristic: the characteristic ends at 2 s without reaching a limit: "));
  CHECK(has(early.output, "warning: characteristic: complete, limit not found; "));
  CHECK(has(early.output, "N m on pulley 2; increase the load further"));
  CHECK(has(content(work / "out/belt-characteristic/characteristic/manifest.json"),
            "ends at 2 s without reaching a limit"));
  const Outcome found = run_beltdyn(run);
  CAPTURE(found.output);
  CHECK_FALSE(has(found.output, "without reaching a limit"));
}

TEST_CASE("study: results over a physical parameter are compared without an order of convergence") {
  const Workspace work("physics");
  work.write("case.json", configuration(drive("-6", kElastoplastic), "0.4",
                                        R"({"name": "ale", "formulation": "eulerian_ale", "elements_per_pulley": 12,
                                            "elements_per_span": 4, "time_step": 2e-3})",
                                        R"(, "study": {"parameter": "/drive/contact/friction/coefficient",
                                            "values": [0.25, 0.3, 0.5], "quantity": "span_force_"})"));
  const std::string compare = "compare " + work.quoted("case.json") + " --force --out " + work.quoted("out");
  const Outcome outcome = run_beltdyn(compare);
  CAPTURE(outcome.output);
  CHECK(outcome.exit_code == 0);
  CHECK(has(outcome.output, "Results of ale over coefficient, which is not a discretisation parameter: "));
  CHECK_FALSE(has(outcome.output, "Convergence of"));
  const fs::path folder = work / "out/case";
  CHECK_FALSE(fs::exists(folder / "convergence.json"));
  CHECK(has(content(folder / "study.csv"), "\nale,/drive/contact/friction/coefficient,0.5,ale-0.5,span_force_1 [N],"));
  CHECK(has(content(folder / "figures/parameter_study.gp"), "parameter = 'coefficient'"));
  const std::string page = content(folder / "report.html");
  CHECK(has(page, "id=\"study\""));
  CHECK_FALSE(has(page, "observed order"));
  // A study of a discretisation has an order of convergence, and nothing of the study before remains.
  const Outcome step =
      run_beltdyn(compare + " --set /study/parameter=/runs/0/time_step --set '/study/values=[1e-3,2e-3,4e-3]'");
  CAPTURE(step.output);
  CHECK(has(step.output, "Convergence of ale with time_step"));
  CHECK_FALSE(fs::exists(folder / "study.json"));
}
