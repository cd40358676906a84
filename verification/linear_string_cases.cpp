// SPDX-License-Identifier: MIT
// Small motions of a string about its steady motion, through runs of the program: against numbers made independently of
// this code.
#include <array>
#include <cmath>
#include <complex>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/simulation/linear_analysis.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;
using Complex = std::complex<double>;

// The response of the drive of [Ntarladima 2023] under its load, as a massless string, to the speed of its driver.
struct StringResponse {
  double frequency;  // [Hz]
  Complex speed;     // of the driven pulley [-]
  Complex tight;     // [N s/rad]
  Complex slack;
};
const std::array<StringResponse, 8> kStringResponses{{
    {0.2, {0.917745209, -0.011025699}, {11.8816970, 1.7258355}, {-6.5078455, -0.9368322}},
    {0.5, {0.923068495, -0.027861630}, {12.0658731, 4.3381237}, {-6.6143215, -2.3544067}},
    {1.0, {0.942589591, -0.057940871}, {12.7516806, 8.8484031}, {-7.0102443, -4.7989422}},
    {2.0, {1.029412375, -0.137051834}, {16.0119344, 19.2102251}, {-8.8819235, -10.3886818}},
    {5.0, {1.731305274, -2.262379522}, {137.1951063, 60.2708861}, {-75.1178713, -30.4579218}},
    {10.0, {-0.369355533, -0.069378257}, {2.7979663, -38.9375674}, {-0.7128342, 20.4682293}},
    {20.0, {-0.073299286, -0.007503057}, {0.5801691, -15.2508078}, {-0.3110000, 7.9269032}},
    {50.0, {-0.011002663, -0.000318237}, {0.0391143, -5.6786345}, {0.0092245, 2.9692019}},
}};

const std::string kLinearRun =
    R"(/runs=[{"name": "string", "formulation": "analytic_string", "analysis": "linear", "time_step": 0.5, "linear": )"
    R"({"input": {"pulley": 1, "quantity": "speed"}, "frequencies": [1], "modes": {"highest_frequency": 20}}}])";

void linear_belt_drive(Record& record) {
  BeltRun run(embedded::ntarladima_2023("drive.json"), {kLinearRun, "/drive/belt/contact_offset=0",
                                                        "/drive/pulleys/0/radius=0.1", "/drive/pulleys/1/radius=0.1"});
  run.advance_to(2.0);
  const std::unique_ptr<LinearAnalysis> analysis = run.simulation().linear_analysis();
  const std::vector<LinearOutput> outputs = analysis->outputs();
  std::vector<Complex> values(outputs.size());
  const auto value = [&](const char* name) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      if (outputs[i].name == name) return values[i];
    }
    return Complex(std::nan(""));
  };
  for (const StringResponse& exact : kStringResponses) {
    analysis->respond(2.0 * std::numbers::pi * exact.frequency, values);
    const std::string at = fmt::format(", {} Hz", exact.frequency);
    const Rank rank = exact.frequency == 5.0 ? Rank::headline : Rank::detail;
    // Errors of the complex number relative to its size.
    const auto hold = [&](const std::string& quantity, Complex measured, Complex reference, double tolerance) {
      record.at_most(quantity + at, std::abs(measured - reference) / std::abs(reference), tolerance, rank);
    };
    hold("response of the driven speed", value("angular_velocity_2"), exact.speed, 1e-9 / std::abs(exact.speed));
    hold("response of the tight span", value("span_force_2"), exact.tight, 1e-7 / std::abs(exact.tight));
    hold("response of the slack span", value("span_force_1"), exact.slack, 1e-7 / std::abs(exact.slack));
  }
  const Complex mode(-4.680234775, 34.807821307);
  double nearest = HUGE_VAL;
  double smallest = HUGE_VAL;
  for (const Complex s : analysis->roots(*analysis->options().modes)) {
    nearest = std::min(nearest, std::abs(s - mode));
    smallest = std::min(smallest, std::abs(s));
  }
  record.at_most("mode of rotation, -4.680234775 + 34.807821307 i [1/s]", nearest, 1e-9, Rank::headline,
                 "the last digit of the reference");
  record.at_most("1 over the smallest root [s], which is not that of the length of the belt", 1.0 / smallest, 1.0,
                 Rank::detail, "the slowest mode of this drive decays within 1 s");
}

}  // namespace

void add_linear_string_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "linear/string/belt-drive",
                   .claim = "response over frequency and mode of a drive with creep, by the linear analysis of "
                            "analytic_string",
                   .reference = "another program's solution of the delay equations of the massless string",
                   .run = linear_belt_drive,
                   .tolerances = "the last digit of the reference"});
}

}  // namespace beltdyn::verification
