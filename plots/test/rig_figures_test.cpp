// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/drive/friction_rig_drive.hpp"
#include "plots/figures.hpp"
#include "plots/test/figure_support.hpp"

namespace beltdyn::rig_figures_test {

using beltdyn::test::text_of;

namespace {

const std::string kHeader = "time [s],position [m],velocity [m/s],friction_force [N],friction_work [J]\n";

plots::Result result(const RigMotion& motion, const std::string& rows) {
  plots::Result r{.drive = as_drive(FrictionRigDrive{.normal_force = 1.0, .motion = motion}),
                  .end_time = 4.0,
                  .runs = {},
                  .marks = {}};
  r.runs.push_back({.name = "law",
                    .formulation = "friction_rig",
                    .model = "law",
                    .is_exact = false,
                    .history = CsvTable::parse("history.csv", kHeader + rows),
                    .profiles = CsvTable("profiles.csv", {}, {}),
                    .slip_zones = CsvTable("slip_zones.csv", {}, {})});
  return r;
}

PulledMass pulled_by(TimeFunction speed) {
  return {.mass = 1.0, .stiffness = 10.0, .pull_speed = std::move(speed), .force_rate = 0.0};
}

const std::string kRows = "0,0,0,0,0\n1,0.001,0,0.5,0\n2,0.002,0,0.9,0\n3,0.01,0.3,0.4,0\n4,0.015,0.1,0.7,0\n";

bool has_line(const std::string& text, const std::string& line) { return text.find(line + "\n") != std::string::npos; }

}  // namespace

TEST_CASE("rig figures: a history is drawn over position, velocity and time, with a zoom on the first slip") {
  // The mass overtakes the spring at 3 s: from 3 % of the end time before it to 1 % after it.
  const plots::FigureFiles files = plots::figure_files(result(pulled_by(TimeFunction(0.2)), kRows));
  CHECK(text_of(files.data, "data/law.history.dat") ==
        "0 0 0 0\n1 0.001 0 0.5\n2 0.002 0 0.9\n3 0.01 0.3 0.4\n4 0.015 0.1 0.7\n");
  const std::string& script = text_of(files.scripts, "rig_friction.gp");
  CHECK(has_line(script, "zoom_begin = 2.88"));
  CHECK(has_line(script, "zoom_end = 3.04"));
  CHECK(has_line(script, "position_unit = 'mm'"));
  CHECK(files.scripts.size() == 4);
}

TEST_CASE("rig figures: under a growing force the zoom is on the largest friction") {
  const PulledMass motion{.mass = 1.0, .force_rate = 1.0};
  const plots::FigureFiles files = plots::figure_files(result(motion, kRows));
  CHECK(has_line(text_of(files.scripts, "rig_friction.gp"), "zoom_begin = 2"));
  CHECK(has_line(text_of(files.scripts, "rig_friction.gp"), "zoom_end = 4"));
}

TEST_CASE("rig figures: several pulls give the break-away force over the rate") {
  const TimeFunction speed(
      TimeFunction::PiecewiseLinear{.time = {0.5, 1.0, 2.0, 2.5, 3.0, 4.0}, .value = {0.0, 2.0, 2.0, -1.0, 3.0, 3.0}});
  const plots::FigureFiles files = plots::figure_files(result(pulled_by(speed), kRows));
  CHECK(text_of(files.data, "data/law.break_away.dat") == "20 0.9\n30 0.7\n");
  CHECK(text_of(files.scripts, "rig_break_away.gp").find("set logscale x") != std::string::npos);
}

TEST_CASE("rig figures: of a periodic motion the last periods show the friction over the velocity") {
  const PrescribedVelocity motion{
      TimeFunction(TimeFunction::Harmonic{.mean = 1.0, .amplitude = 0.5, .angular_frequency = 4.0})};
  const plots::FigureFiles files = plots::figure_files(result(motion, kRows));
  // 4 − 2 · 2π/4
  CHECK(has_line(text_of(files.scripts, "rig_velocity.gp"), "periodic_begin = 0.8584073464"));
  CHECK(has_line(text_of(files.scripts, "rig_friction.gp"), "zoom_end = 4"));
}

}  // namespace beltdyn::rig_figures_test
