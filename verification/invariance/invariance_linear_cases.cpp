// SPDX-License-Identifier: MIT
// Small motions of a belt drive do not depend on how it is described: its place and orientation, reflection, units and
// the numbering of pulleys.
#include <algorithm>
#include <array>
#include <complex>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "verification/belts/seen_drives.hpp"
#include "verification/cases.hpp"
#include "verification/largest.hpp"
#include "verification/linear/small_motions.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

constexpr double kTime = 0.2;                                        // of the steady motion [s]
constexpr double kHighest = 60.0;                                    // highest frequency of modes [Hz]
constexpr std::array<double, 4> kFrequencies{0.5, 5.0, 20.0, 50.0};  // [Hz]

// The input that excites the small motions.
struct Input {
  const char* pulley;
  const char* quantity;
};
constexpr std::array<Input, 2> kInputs{{{"driver", "speed"}, {"driven", "torque"}}};

template <std::size_t I>
std::string linear(const DriveScene& scene) {
  return fmt::format(
      R"(, "linear": {{"input": {{"pulley": "{}", "quantity": "{}"}}, "frequencies": [{}],
          "modes": {{"highest_frequency": {}}}}})",
      kInputs[I].pulley, kInputs[I].quantity, scene.frequencies(1.0), scene.frequencies(kHighest));
}

constexpr const char* kBeam =
    R"("formulation": "eulerian_ale", "analysis": "linear", "elements_per_pulley": 10, "elements_per_span": 4)";
constexpr const char* kString = R"("formulation": "analytic_string", "analysis": "linear")";
constexpr std::array<DriveSubject, 4> kSubjects{{
    {"Eulerian beam, speed of the driver", kBeam, kTime, kTime, linear<0>},
    {"Eulerian beam, torque of the load", kBeam, kTime, kTime, linear<1>},
    {"string, speed of the driver", kString, kTime, kTime, linear<0>},
    {"string, torque of the load", kString, kTime, kTime, linear<1>},
}};

// Results converted to the plain view.
struct Outcome {
  std::vector<Complex> response{};  // of speeds [rad/s], forces [N] and torques [N m] to one unit of the input
  std::vector<Complex> roots{};     // [1/s]
};

Outcome outcome(const DriveSubject& subject, const DriveView& view) {
  const DriveScene scene(view);
  SmallMotions motions(scene.configuration(subject), {}, scene.times(kTime));
  Outcome found;
  const bool by_speed = std::string_view(subject.name).ends_with("speed of the driver");
  const double input = by_speed ? scene.speeds(1.0) : scene.moments(1.0);
  for (const double frequency : kFrequencies) {
    motions.at(scene.frequencies(frequency));
    for (int k = 0; k < 2; ++k) {
      const int pulley = scene.pulley_number(k);
      found.response.push_back(motions[fmt::format("span_force_{}", scene.span_number(k))] / scene.forces(1.0));
      found.response.push_back(motions[fmt::format("angular_velocity_{}", pulley)] / scene.speeds(1.0));
      found.response.push_back(motions[fmt::format("torque_{}", pulley)] / scene.moments(1.0));
    }
  }
  for (Complex& value : found.response) value *= input;
  for (const Complex root : motions.roots()) found.roots.push_back(root / scene.frequencies(1.0));
  return found;
}

// The largest difference, relative to the largest response of the same kind at all frequencies [-].
double difference_of_responses(const Outcome& a, const Outcome& b) {
  constexpr std::size_t kKinds = 3;
  std::array<double, kKinds> largest{};
  std::array<double, kKinds> apart{};
  for (std::size_t i = 0; i < a.response.size(); ++i) {
    largest[i % kKinds] = larger(largest[i % kKinds], std::abs(a.response[i]));
    apart[i % kKinds] = larger(apart[i % kKinds], std::abs(a.response[i] - b.response[i]));
  }
  double worst = 0.0;
  for (std::size_t kind = 0; kind < kKinds; ++kind) worst = larger(worst, apart[kind] / largest[kind]);
  return worst;
}

// The largest distance of a root from the nearest root of the other run, relative to its magnitude [-].
double difference_of_roots(const Outcome& a, const Outcome& b) {
  if (a.roots.empty() || a.roots.size() != b.roots.size()) return std::numeric_limits<double>::infinity();
  double worst = 0.0;
  for (const Complex root : a.roots) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const Complex other : b.roots) nearest = std::min(nearest, std::abs(other - root));
    worst = larger(worst, nearest / std::abs(root));
  }
  return worst;
}

// The steady motion has a relative error of about 1e-11 in its forces. The positions of slip fronts and frequencies
// close to modes amplify it.
constexpr double kTolerance = 1e-8;
const char* const kReason = "the steady motion as Newton's method leaves it, amplified near the frequencies of modes";

void compare(Record& record, const DriveSubject& subject, const DriveView& view) {
  const Outcome plain = outcome(subject, {});
  const Outcome seen = outcome(subject, view);
  record.at_most(fmt::format("{}: largest difference of responses [-]", subject.name),
                 difference_of_responses(plain, seen), kTolerance, Rank::detail, kReason);
  record.at_most(fmt::format("{}: largest difference of the roots of modes [-]", subject.name),
                 difference_of_roots(plain, seen), kTolerance, Rank::detail, kReason);
}

void compare_all(Record& record, const DriveView& view) {
  for (const DriveSubject& subject : kSubjects) compare(record, subject, view);
}

void shifted(Record& record) { compare_all(record, {.placement = {.shift = 1.25}}); }
void rotated(Record& record) { compare_all(record, {.placement = {.angle = 1.0}}); }
void mirrored(Record& record) { compare_all(record, {.placement = {.mirrored = true}}); }
void units(Record& record) { compare_all(record, {.units = kOtherUnits}); }
// An odd number of elements per span, for the reason given at reversed() in invariance_cases.cpp.
void reversed(Record& record) {
  for (DriveSubject subject : {kSubjects[0], kSubjects[1]}) {
    subject.members =
        R"("formulation": "eulerian_ale", "analysis": "linear", "elements_per_pulley": 10, "elements_per_span": 5)";
    compare(record, subject, {.reversed = true});
  }
}
void renumbered(Record& record) { compare_all(record, {.renumbered = true}); }

}  // namespace

void add_linear_invariance_cases(std::vector<VerificationCase>& cases) {
  add_invariances(
      cases, "invariance/linear/", "the same drive as originally written",
      {{"shifted", "a translated drive has the same modes and frequency responses", shifted},
       {"rotated", "a drive rotated together with gravity has the same modes and frequency responses", rotated},
       {"mirrored",
        "a mirrored drive has the same modes, and frequency responses of the opposite sign where they have one",
        mirrored},
       {"units", "a drive in other units has the same modes and frequency responses in these units", units},
       {"reversed", "modes and frequency responses do not depend on the direction in which the loop is described",
        reversed},
       {"renumbered", "modes and frequency responses do not depend on the order in which pulleys are listed",
        renumbered}});
}

}  // namespace beltdyn::verification
