// SPDX-License-Identifier: MIT
// Commands that compare runs: figures and pages, studies, variants.
#include <algorithm>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "tests/program/program.hpp"

using namespace program_test;

TEST_CASE("command line: compare with one run says that there is nothing to compare, and shows the run") {
  const Workspace work("alone");
  work.write("case.json", contour_configuration("0.002", "0.2", kEulerian));
  const Outcome alone = run_beltdyn("compare " + work.quoted("case.json") + " --quiet --out " + work.quoted("out"));
  CHECK(alone.exit_code == 0);
  CHECK(alone.output.find("Figures and page show euler, the only run with results.") == 0);
  CHECK(std::count(alone.output.begin(), alone.output.end(), '\n') == 1);
  CHECK(fs::exists(work / "out/case/report.html"));
}

TEST_CASE("command line: compare prints the largest differences in the quantities of each type of drive") {
  struct Drive {
    const char* arguments;
    const char* quantities;  // titles of the columns
  };
  const Workspace work("quantities");
  const std::string demo = "compare '" BELTDYN_SOURCE_DIR "/configs/demo/";
  for (const Drive& drive : {
           Drive{"friction_stick_slip.json' --only lugre --only bristle --set /end_time=0.2", "position  friction\n"},
           Drive{"rope.json' --only euler_eytelwein --only bars", "ratio\n"},
           Drive{"rope_stop.json' --only string --only mesh --set /end_time=0.02", "position  rotation     force\n"},
           Drive{"pressed_wire.json' --only fine --only from_centre", "position     force\n"},
       }) {
    CAPTURE(drive.arguments);
    const Outcome outcome = run_beltdyn(demo + drive.arguments + " --quiet --out " + work.quoted("out"));
    CHECK(outcome.exit_code == 0);
    CHECK(tells(outcome, drive.quantities));
  }
}

TEST_CASE("command line: a belt drive in two formulations has shapes, shared columns and pictures") {
  const Workspace work("belt");
  const std::string pulley = R"({"radius": 0.1, "side": "inside", "inertia": 1, "center": )";
  work.write(
      "case.json",
      R"({"format": "beltdyn/1", "name": "case", "end_time": 0.2,
    "drive": {"type": "belt_drive", "direction": "counterclockwise", "gravity": [0, 0],
      "pulleys": [)" +
          pulley + R"([0, 0], "motion": {"type": "prescribed", "angular_velocity": {"type": "constant", "value": 10}}},
                  )" +
          pulley +
          R"([0.5, 0], "motion": {"type": "prescribed", "angular_velocity": {"type": "constant", "value": 9.9}}}],
      "belt": {"axial_stiffness": 8000, "bending_stiffness": 0, "mass_per_length": 0, "width": 0.02, "contact_offset": 0,
               "pretension": {"type": "reference_strain", "strain": -0.05}},
      "contact": {"normal": {"type": "penalty", "stiffness_per_area": 4e9},
                  "friction": {"type": "elastoplastic_coulomb", "coefficient": 0.5, "stiffness_per_area": 5e9}}},
    "output": {"profile_times": [0, 0.1, 0.2]},
    "runs": [{"name": "euler", "formulation": "eulerian_contour", "elements_per_contact": 50, "stick_penalty": 1e9,
              "time_step": 0.01},
             {"name": "front", "formulation": "analytic_front_tracking", "strain": "finite_contour",
              "time_step": 0.01}]})");
  const std::string command = "compare " + work.quoted("case.json") + " --out " + work.quoted("out");
  const Outcome outcome = run_beltdyn(command);
  CAPTURE(outcome.output);
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.output.find("Largest difference of each pair of runs, relative to the range of the second one (if "
                            "only that is steady, to the larger range; of steady motions, to the magnitude):\n") !=
        std::string::npos);
  // The speeds are prescribed and constant, so their difference is 0.
  CHECK(outcome.output.find(" front" + std::string(24, ' ') + "0.00e+00 ") != std::string::npos);
  const fs::path folder = work / "out/case";
  CHECK(content(folder / "euler/history.csv").starts_with("time [s],angular_velocity_1 [rad/s],torque_1 [N m],"));
  const std::string comparison = content(folder / "comparison.csv");
  for (const char* column : {"torque_1 [N m]", "slip_arc_2 [rad]", "span_force_1 [N]", "span_speed_2 [m/s]"}) {
    CHECK(comparison.find(column) != std::string::npos);
  }
  CHECK(content(folder / "report.html").find("href=\"euler/profiles.csv\"") != std::string::npos);
  CHECK(fs::exists(folder / "euler/belt/00002.vtp"));
  CHECK(fs::exists(folder / "figures/belt_force.gp"));
  if (shell("command -v gnuplot").exit_code == 0) {
    // A picture has the format of its name, and is bit-identical each time.
    const fs::path figures = folder / "figures";
    CHECK(content(figures / "belt_force.svg").find("<svg") < 200);
    CHECK(content(figures / "belt_force.png").starts_with("\x89PNG\r\n"));
    const std::string pdf = content(figures / "belt_force.pdf");
    CHECK(pdf.starts_with("%PDF-"));
    CHECK(pdf.find("CreationDate (20000101000000") != std::string::npos);
    // The scripts draw each format independently of the program.
    for (const auto& [format, begins] : {std::pair{"png", "\x89PNG\r\n"}, std::pair{"pdf", "%PDF-"}}) {
      const std::string picture = std::string("belt_torque.") + format;
      fs::remove(figures / picture);
      const Outcome drawn =
          shell("cd '" + figures.string() + "' && gnuplot -e 'format=\"" + format + "\"' belt_torque.gp");
      CHECK_MESSAGE(drawn.exit_code == 0, drawn.output);
      CHECK(content(figures / picture).starts_with(begins));
    }
    const Outcome other = shell("cd '" + figures.string() + "' && gnuplot -e 'format=\"eps\"' belt_force.gp");
    CHECK(other.exit_code != 0);
    CHECK(other.output.find("must be svg, png or pdf") != std::string::npos);
    CHECK_FALSE(fs::exists(figures / "belt_force.eps"));
  }

  // Runs that differ in their contact share a picture; runs whose drives differ in more do not.
  const std::string more = "run " + work.quoted("case.json") + " --out " + work.quoted("out") +
                           " --only more --set '/runs/0/name=\"more\"' --set ";
  const std::string plot = "plot " + work.quoted("out/case");
  CHECK(run_beltdyn(more + "/drive/contact/friction/coefficient=0.6").exit_code == 0);
  CHECK(run_beltdyn(plot).exit_code == 0);
  CHECK(content(folder / "figures/belt_torque.gp").find("['euler', 'more', 'front']") != std::string::npos);
  CHECK(run_beltdyn(more + "/drive/belt/axial_stiffness=9000 --force").exit_code == 0);
  const Outcome different = run_beltdyn(plot);
  CHECK(different.exit_code == 5);
  CHECK(different.output.find("were computed with a different drive") != std::string::npos);
  fs::remove_all(folder / "more");

  // A run with fewer output instants must not leave files of the run before.
  CHECK(run_beltdyn(command + " --force --set /output/profile_times=[0.2]").exit_code == 0);
  CHECK(fs::exists(folder / "euler/belt/00000.vtp"));
  CHECK_FALSE(fs::exists(folder / "euler/belt/00001.vtp"));
}

TEST_CASE("command line: a study creates a run per value, evaluates them, and can be extended by further values") {
  const Workspace work("study");
  std::string text = contour_configuration("0.002", "1", kEulerian + R"(,
    {"name": "exact", "formulation": "analytic_dde", "strain": "finite_contour", "time_step": 0.01})");
  text.replace(text.rfind('}'), 1, R"(, "study": {"parameter": "/runs/0/elements_per_contact", "values": [20, 40, 80],
                                                "quantity": "strain_", "expected_order": 2}})");
  work.write("case.json", text);
  const std::string command = "compare " + work.quoted("case.json") + " --out " + work.quoted("out");
  const Outcome outcome = run_beltdyn(command);
  CAPTURE(outcome.output);
  CHECK(outcome.exit_code == 0);
  CHECK(
      outcome.output.find("Convergence of euler with elements_per_contact from 20 to 80, errors from exact (exact run "
                          "of the same model), theoretical order 2:\n") != std::string::npos);
  const fs::path folder = work / "out/case";
  CHECK_FALSE(fs::exists(folder / "euler"));
  CHECK(content(folder / "euler-40/manifest.json").find("\"status\": \"complete\"") != std::string::npos);
  CHECK(content(folder / "convergence.json").find("\"reference\": \"exact\"") != std::string::npos);
  CHECK(content(folder / "convergence.csv").find("\neuler,exact,") != std::string::npos);
  CHECK(content(folder / "figures/convergence.gp").find("n_curves = 2\n") != std::string::npos);

  const std::string unchanged = content(folder / "euler-40/manifest.json");
  const Outcome more = run_beltdyn(command + " --resume --set /study/values=[20,40,80,160]");
  CAPTURE(more.output);
  CHECK(more.exit_code == 0);
  CHECK(content(folder / "euler-40/manifest.json") == unchanged);
  CHECK(content(folder / "convergence.csv").find(",euler-160,strain_tight [-],") != std::string::npos);
  // Another value than that of the study makes another run, which cannot be resumed.
  CHECK(run_beltdyn(command + " --resume --set /runs/0/time_step=0.02").exit_code == 2);
  CHECK(run_beltdyn("plot " + work.quoted("out/case")).exit_code == 0);
  const Outcome wrong = run_beltdyn("validate " + work.quoted("case.json") + " --set /study/reference=euler");
  CHECK(wrong.exit_code == 2);
  CHECK(wrong.output.find("/study/reference = \"euler\": is the run varied by the study; ") != std::string::npos);
}

TEST_CASE("command line: each run is computed with each variant of the drive, and the page tells what they differ in") {
  const Workspace work("variants");
  std::string text = contour_configuration("0.002", "1", kEulerian + R"(,
    {"name": "exact", "formulation": "analytic_dde", "strain": "finite_contour", "time_step": 0.01})");
  text.replace(text.rfind('}'), 1, R"(, "variants": [{"name": "dry"}, {"name": "oily",
                                                "set": {"/drive/friction_force": 0.001}}]})");
  work.write("case.json", text);
  const std::string command = "compare " + work.quoted("case.json") + " --out " + work.quoted("out");
  const Outcome outcome = run_beltdyn(command);
  CAPTURE(outcome.output);
  CHECK(outcome.exit_code == 0);
  const fs::path folder = work / "out/case";
  CHECK_FALSE(fs::exists(folder / "euler"));
  const std::string comparison = content(folder / "comparison.csv");
  CHECK(comparison.find("\neuler-oily,exact-oily,finite_contour,finite_contour,true,") != std::string::npos);
  CHECK(comparison.find("\neuler-oily,euler-dry,finite_contour,finite_contour,false,") != std::string::npos);
  CHECK(comparison.find("euler-oily,exact-dry") == std::string::npos);
  const std::string page = content(folder / "report.html");
  CHECK(page.find("/drive/friction_force</th>") != std::string::npos);

  // With half the friction coefficient the same difference of strains needs a longer arc.
  const auto slip_length = [&folder](const std::string& run) {
    const std::string history = content(folder / run / "history.csv");
    const std::string row = history.substr(history.rfind('\n', history.size() - 2) + 1);
    std::size_t comma = 0;
    for (int i = 0; i < 3; ++i) comma = row.find(',', comma) + 1;
    return std::stod(row.substr(comma));
  };
  CHECK(slip_length("exact-oily") > slip_length("exact-dry"));

  const std::string unchanged = content(folder / "euler-dry/manifest.json");
  CHECK(run_beltdyn(command + " --resume").exit_code == 0);
  CHECK(content(folder / "euler-dry/manifest.json") == unchanged);
  const Outcome other = run_beltdyn(command + " --resume --set /variants/1/set/~1drive~1friction_force=0.003");
  CHECK(other.exit_code == 2);
  CHECK(other.output.find("euler-oily: contains the results of another configuration;") != std::string::npos);
  CHECK(run_beltdyn("plot " + work.quoted("out/case")).exit_code == 0);

  const std::string one = "run " + work.quoted("case.json") + " --out " + work.quoted("one") + " --only ";
  CHECK(run_beltdyn(one + "exact").exit_code == 0);
  CHECK(fs::exists(work / "one/case/exact-oily"));
  CHECK(fs::exists(work / "one/case/exact-dry"));
  CHECK_FALSE(fs::exists(work / "one/case/euler-dry"));
  CHECK(run_beltdyn(one + "exac").output.find("there is no such run") != std::string::npos);
}
