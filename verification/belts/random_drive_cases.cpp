// SPDX-License-Identifier: MIT
// Steady motions of randomly drawn drives: eulerian_ale compared with the closed form of the string.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "verification/belt_support.hpp"
#include "verification/belts/random_drives.hpp"
#include "verification/cases.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

struct Difference {
  double force{};  // relative to the largest span force [-]
  double speed{};  // relative [-]
  double mount{};  // relative to the distance of the first pulley from the middle [-]
};

Difference steady_difference(const std::string& drive, const std::string& mesh) {
  constexpr double kLooked = 1.0;  // [s]
  // Speeds are compared on longer arcs only: on a shorter arc bristles, which the string does not have, creep over much
  // of the arc [rad].
  constexpr double kLeastWrap = 0.3;
  BeltRun string(drive, {only_run(R"("formulation": "analytic_string", "time_step": 1)")});
  BeltRun elements(drive,
                   {only_run(R"("formulation": "eulerian_ale", "analysis": "steady", "time_step": 1, )" + mesh)});
  string.advance_to(kLooked);
  elements.advance_to(kLooked);
  const BeltDrive& read = string.simulation().drive();
  Difference difference;
  double largest_force = 0.0;
  for (std::size_t k = 1; k <= read.pulleys.size(); ++k) {
    const std::string force = fmt::format("span_force_{}", k);
    const std::string speed = fmt::format("angular_velocity_{}", k);
    largest_force = larger(largest_force, string[force]);
    difference.force = larger(difference.force, std::abs(elements[force] - string[force]));
    if (string.simulation().path().arcs()[k - 1].wrap > kLeastWrap) {
      difference.speed = larger(difference.speed, std::abs(elements[speed] / string[speed] - 1.0));
    }
    if (suspension_of(read.pulleys[k - 1].mount) == nullptr) continue;
    const std::string place = fmt::format("mount_position_{}", k);
    const double size = read.pulleys[0].center.norm();
    difference.mount = larger(difference.mount, std::abs(elements[place] - string[place]) / size);
  }
  difference.force /= largest_force;
  return difference;
}

// Bounds from contact penetration, which is up to 4.8e-7 of the size of a drive, on pulleys with a radius of 0.084 of
// the size, all the way round. A belt with a length of four sizes and the largest stiffness, EA = 500 times its force,
// loses 2π 4.8e-7/4 · 500 of its force. Speeds follow the strain of the softest belt, N/EA = 1/20. A slider moves by a
// tenth of the size per unit of relative force.
void steady_motions(Record& record) {
  constexpr int kDrives = 36;
  constexpr double kForce = 4e-4;
  constexpr double kSpeed = 0.05 * kForce;
  constexpr double kPlace = 0.1 * kForce;
  Difference largest;
  for (std::uint64_t seed = 1; seed <= kDrives; ++seed) {
    const Variety variety{.most_pulleys = 5, .holder = seed % 3 == 0 ? Holder::slider : Holder::nothing};
    const Difference one = steady_difference(
        random_drive(seed, variety), R"("elements_per_pulley": 40, "elements_per_span": 8, "touching_refinement": 6)");
    record.at_most(fmt::format("drive {}: difference of forces, of the largest", seed), one.force, kForce);
    largest.force = larger(largest.force, one.force);
    largest.speed = larger(largest.speed, one.speed);
    largest.mount = larger(largest.mount, one.mount);
  }
  record.at_most("difference of forces, of the largest of a drive", largest.force, kForce, Rank::headline);
  record.at_most("relative difference of speeds, wraps above 0.3 rad", largest.speed, kSpeed, Rank::headline);
  record.at_most("difference of places of sliders, of the size of a drive", largest.mount, kPlace);
}

// Rigid contact on the mesh of the tutorial. An element spans an arc of 0.13 to 0.2 rad; its error is the fourth power
// of this angle divided by 384. A slip arc ends within an element, which changes forces by the square of its angle.
void rigid_motions(Record& record) {
  constexpr std::size_t kDrives = 200;
  constexpr double kWorst = 5e-3;
  constexpr double kMedian = 1e-4;
  std::vector<double> forces;
  for (std::uint64_t seed = 1; forces.size() < kDrives; ++seed) {
    try {
      const Difference one =
          steady_difference(random_rigid_drive(seed), R"("elements_per_pulley": 24, "elements_per_span": 4)");
      forces.push_back(one.force);
    } catch (const ConfigError&) {
      // Six random pulleys may have no belt path.
    } catch (const SolverError& error) {
      record.at_most(fmt::format("drive {} ends: {}", seed, error.what()), 1.0, 0.0);
      forces.push_back(INFINITY);
    }
  }
  const double worst = *std::max_element(forces.begin(), forces.end());
  std::nth_element(forces.begin(), forces.begin() + kDrives / 2, forces.end());
  record.at_most("median difference of forces, of the largest of a drive", forces[kDrives / 2], kMedian,
                 Rank::headline);
  record.at_most("worst difference of forces, of the largest of a drive", worst, kWorst, Rank::headline);
}

}  // namespace

void add_random_drive_cases(std::vector<VerificationCase>& cases) {
  cases.push_back(
      {.id = "ale/random-drives",
       .claim = "36 drives drawn at random have the same steady motion as a belt of elements without bending "
                "stiffness and as a string",
       .reference = "analytic_string: the closed form",
       .run = steady_motions,
       .tolerances = "contact that gives way by 1e-6 of a radius shortens the belt, by which the stiffest one "
                     "loses 4e-4 of its force"});
  cases.push_back(
      {.id = "rigid/random-drives",
       .claim = "200 drives drawn at random, of two to six pulleys, with sliders and arms, that give no contact "
                "stiffness have the same steady motion as a belt of elements and as a string, on the mesh of the "
                "tutorial",
       .reference = "analytic_string: the closed form",
       .slow = true,
       .run = rigid_motions,
       .tolerances = "asked: the half of the drives within 1e-4 of the largest force, all within 5e-3"});
}

}  // namespace beltdyn::verification
