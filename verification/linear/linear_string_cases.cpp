// SPDX-License-Identifier: MIT
// Small motions of a string about its steady motion, through runs of the program, compared with numbers computed
// independently of this code.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "verification/cases.hpp"
#include "verification/linear/small_motions.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

const std::string kLinearRun =
    R"(/runs=[{"name": "string", "formulation": "analytic_string", "analysis": "linear", "time_step": 0.5, "linear": )"
    R"({"input": {"pulley": 1, "quantity": "speed"}, "frequencies": [1], "modes": {"highest_frequency": 20}}}])";

void linear_belt_drive(Record& record) {
  SmallMotions motions(
      {kLinearRun, "/drive/belt/contact_offset=0", "/drive/pulleys/0/radius=0.1", "/drive/pulleys/1/radius=0.1"}, 2.0);
  for (const StringResponse& exact : kStringResponses) {
    motions.at(exact.frequency);
    const std::string at = fmt::format(", {} Hz", exact.frequency);
    const Rank rank = exact.frequency == 5.0 ? Rank::headline : Rank::detail;
    // Errors of a complex number are relative to its magnitude.
    const auto hold = [&](const std::string& quantity, Complex measured, Complex reference, double tolerance) {
      record.at_most(quantity + at, std::abs(measured - reference) / std::abs(reference), tolerance, rank);
    };
    hold("response of the driven speed", motions["angular_velocity_2"], exact.speed, 1e-9 / std::abs(exact.speed));
    hold("response of the tight span", motions["span_force_2"], exact.tight, 1e-7 / std::abs(exact.tight));
    hold("response of the slack span", motions["span_force_1"], exact.slack, 1e-7 / std::abs(exact.slack));
  }
  double nearest = HUGE_VAL;
  double smallest = HUGE_VAL;
  for (const Complex s : motions.roots()) {
    nearest = std::min(nearest, std::abs(s - kStringMode));
    smallest = std::min(smallest, std::abs(s));
  }
  record.at_most("mode of rotation, -4.680234775 + 34.807821307 i [1/s]", nearest, 1e-9, Rank::headline,
                 "the last digit of the reference");
  record.at_most("1 over the smallest root [s], excluding that of the belt length", 1.0 / smallest, 1.0, Rank::detail,
                 "the slowest mode of this drive decays within 1 s");
}

// The modes over the speed of the driver. The reference has one mode at 12 rad/s, which is followed there; modes are
// searched at the first, the middle and the last speed.
void campbell(Record& record) {
  SmallMotions motions(
      {R"(/runs=[{"name": "string", "formulation": "analytic_string", "analysis": "linear", "time_step": 0.5, )"
       R"("linear": {"input": {"pulley": 1, "quantity": "speed"}, "frequencies": [1], )"
       R"("modes": {"highest_frequency": 8, "highest_rate": 8}, )"
       R"("campbell": {"pulley": 1, "from": 11, "to": 15, "count": 5}}}])",
       "/drive/belt/contact_offset=0", "/drive/pulleys/0/radius=0.1", "/drive/pulleys/1/radius=0.1"},
      2.0);
  constexpr double kSpeed = 12.0;  // [rad/s]
  double nearest = HUGE_VAL;
  int speeds_of_mode = 0;
  const std::vector<CampbellPoint> points = motions.campbell();
  int mode = 0;
  for (const CampbellPoint& point : points) {
    const double error = std::abs(point.root - kStringMode);
    if (std::abs(point.speed - kSpeed) < 1e-9 * kSpeed && error < nearest) {
      nearest = error;
      mode = point.mode;
    }
  }
  for (const CampbellPoint& point : points) speeds_of_mode += point.mode == mode ? 1 : 0;
  record.at_most("mode of rotation at 12 rad/s, followed from the speed before [1/s]", nearest, 1e-9, Rank::headline,
                 "the last digit of the reference");
  record.absolute("number of speeds at which this mode exists", speeds_of_mode, 5.0, 0.0, Rank::detail, "a count");
}

}  // namespace

void add_linear_string_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "linear/string/belt-drive",
                   .claim = "response over frequency and mode of a drive with creep, by the linear analysis of "
                            "analytic_string",
                   .reference = "an independent solution of the delay equations of the massless string",
                   .run = linear_belt_drive,
                   .tolerances = "the last digit of the reference"});
  cases.push_back({.id = "linear/string/campbell",
                   .claim = "modes are followed over the speed by the linear analysis of analytic_string",
                   .reference = "an independent solution of the delay equations of the massless string",
                   .run = campbell,
                   .tolerances = "the last digit of the reference"});
}

}  // namespace beltdyn::verification
