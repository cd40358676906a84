// SPDX-License-Identifier: MIT
// A drive whose torque reverses, in three formulations with each law. The formulations converge to each other under
// mesh refinement.
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "verification/cases.hpp"
#include "verification/largest.hpp"
#include "verification/laws/law_drive.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

constexpr double kChangeOfTorque = 80.0;  // larger than load and bearing moment together [N m]

// A history as means over intervals of 20 ms, in which ten links or elements pass.
struct Course {
  std::vector<double> speed{};  // ω₂ [rad/s]
  std::vector<double> tight{};  // span forces [N]; the tight span is slack after the reversal
  std::vector<double> slack{};
  std::vector<double> driver_arc{};  // slip arcs [rad]
  std::vector<double> driven_arc{};
};
using Column = std::vector<double> Course::*;

struct Quantity {
  const char* name;
  const char* history_column;
  Column column;
};
constexpr std::array<Quantity, 5> kQuantities{
    {{"driven speed [rad/s]", "angular_velocity_2", &Course::speed},
     {"tight span force [N]", "span_force_2", &Course::tight},
     {"slack span force [N]", "span_force_1", &Course::slack},
     {"slip arc of the driver [rad]", "slip_arc_1", &Course::driver_arc},
     {"slip arc of the driven pulley [rad]", "slip_arc_2", &Course::driven_arc}}};

Course course(const LawDrive& drive) {
  constexpr double kInterval = 0.02;  // [s]
  constexpr int kLooks = 20;          // in an interval
  constexpr int kFirst = 10;
  constexpr int kLast = 90;
  BeltRun run = law_run(drive);
  run.advance_to(kFirst * kInterval);
  Course result;
  for (int i = kFirst; i < kLast; ++i) {
    std::array<double, kQuantities.size()> sums{};
    for (int look = 1; look <= kLooks; ++look) {
      run.advance_to((i + static_cast<double>(look) / kLooks) * kInterval);
      for (std::size_t q = 0; q < sums.size(); ++q) sums[q] += run[kQuantities[q].history_column];
    }
    for (std::size_t q = 0; q < sums.size(); ++q) (result.*kQuantities[q].column).push_back(sums[q] / kLooks);
  }
  return result;
}

// The root mean square of the difference.
double difference(const Course& a, const Course& b, Column column) {
  double squares = 0.0;
  for (std::size_t i = 0; i < (a.*column).size(); ++i) {
    squares += ((a.*column)[i] - (b.*column)[i]) * ((a.*column)[i] - (b.*column)[i]);
  }
  return std::sqrt(squares / static_cast<double>((a.*column).size()));
}

struct Formulation {
  std::string name;
  std::array<Course, 2> levels;  // coarse, fine
};

std::array<Formulation, 3> formulations(const LawOnBelt& law) {
  const auto run = [&law](std::string members, int links = 0) {
    return course({.law = law.law,
                   .run = std::move(members),
                   .axial_damping = kLawAxialDamping,
                   .normal_damping = kLawNormalDamping,
                   .change_of_torque = kChangeOfTorque,
                   .links = links});
  };
  return {{{"eulerian_ale", {run(law_ale(20, 1e-3)), run(law_ale(40, 5e-4))}},
           {"lagrangian_ancf", {run(law_ancf(240, 5e-4)), run(law_ancf(480, 2.5e-4))}},
           {"lagrangian_links", {run(law_links(240, law.law), 240), run(law_links(480, law.law), 480)}}}};
}

// Tolerance of a formulation in steady motion, relative [-]; kOfDifference adds the shocks of links and elements in
// between.
constexpr double kSteadyError = 2e-4;
constexpr double kOfDifference = 1e-3;
constexpr double kFall = 0.75;
// Slip arcs are resolved to a contact point. Links have the largest spacing, 0.026 rad; the bound is one point at
// either end of an arc in each of the two formulations.
constexpr double kArcDifference = 0.105;  // [rad]

void hold(Record& record, const Quantity& q, const Formulation& a, const Formulation& b) {
  const double coarse = difference(a.levels[0], b.levels[0], q.column);
  const double fine = difference(a.levels[1], b.levels[1], q.column);
  const std::string title = fmt::format("{}: {} against {}", q.name, a.name, b.name);
  const bool is_speed = q.column == &Course::speed;
  if (q.column == &Course::driver_arc || q.column == &Course::driven_arc) {
    record.at_most(title + ", root mean square difference", fine, kArcDifference);
  } else {
    const double scale = is_speed ? kLawDriverSpeed : kLawLargestForce;
    record.at_most(title + ", root mean square difference", fine, kOfDifference * scale,
                   is_speed ? Rank::headline : Rank::detail);
    // Differences of first order halve; half of that again allows for the scatter from passing elements and links.
    record.at_most(title + ", over that on the coarse meshes or the steady-motion error of both",
                   fine / larger(coarse, 2.0 * kSteadyError / kFall * scale), kFall);
  }
  record.series({.title = title,
                 .parameter = "level",
                 .error = "root mean square of the difference",
                 .values = {1.0, 2.0},
                 .errors = {coarse, fine}});
}

void reversal(Record& record, const LawOnBelt& law) {
  const std::array<Formulation, 3> all = formulations(law);
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      for (const Quantity& q : kQuantities) hold(record, q, all[i], all[j]);
    }
  }
}

// One law of each kind.
std::vector<LawOnBelt> crossed_laws() {
  std::vector<LawOnBelt> laws;
  for (const char* name : {"trilinear-0.02", "elastoplastic-5e7", "dahl-1e3", "lugre-damped", "gms"}) {
    laws.push_back(law_on_belt(name));
  }
  laws.push_back(
      {.name = "bliman-sorine",
       .law = BlimanSorineConfig{.parameters = {.friction_coefficient = 0.5, .excess = 0.1, .distance = 1e-3}}});
  return laws;
}

}  // namespace

void add_law_reversal_cases(std::vector<VerificationCase>& cases) {
  for (const LawOnBelt& law : crossed_laws()) {
    cases.push_back(
        {.id = "cross/laws/" + law.name,
         .claim = fmt::format("Three formulations agree on a drive whose torque reverses, with the law {}.",
                              law_name(law.law)),
         .reference = "each other",
         .slow = true,
         .run = [law](Record& record) { reversal(record, law); },
         .tolerances =
             "one contact-point spacing at either end of an arc in each formulation; a thousandth for oscillations "
             "from passing links and elements; first-order differences halve, with a scatter of half as much"});
  }
}

}  // namespace beltdyn::verification
