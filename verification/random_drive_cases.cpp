// SPDX-License-Identifier: MIT
// Drives that nobody has chosen: their pulleys, belts, speeds and loads are drawn at random over decades.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/drive/belt_drive.hpp"
#include "core/json.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;
using std::numbers::pi;

// Numbers that are the same with every standard library, of whose distributions that is not said.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : bits_(seed) {}
  double between(double low, double high) {
    constexpr int kDigits = 53;  // of a double
    return low + (high - low) * std::ldexp(static_cast<double>(bits_() >> (64 - kDigits)), -kDigits);
  }
  double decade(double low, double high) { return low * std::pow(high / low, between(0.0, 1.0)); }
  bool chance(double part) { return between(0.0, 1.0) < part; }

 private:
  std::mt19937_64 bits_;
};

Json constant(double value) { return {{"type", "constant"}, {"value", value}}; }

struct Scales {
  double size{};      // the distance of pulleys from the middle of the drive [m]
  double speed{};     // of the belt [m/s]
  double force{};     // of the belt, tensioned at rest [N]
  double friction{};  // μ
};

// Two to five pulleys around the middle, one of them inside the loop's outline, against the back of the belt, in half
// of the drives with four or five. Every third drive has a pulley on a spring.
Json pulleys_of(Draw& draw, const Scales& scales, bool has_slider) {
  const int n = 2 + static_cast<int>(draw.between(0.0, 4.0));
  const int outside = n >= 4 && draw.chance(0.5) ? 2 : -1;
  const double load = draw.between(0.1, 0.5) * scales.force * (1.0 - std::exp(-2.0 * scales.friction)) / n;  // [N]
  Json pulleys = Json::array();
  double driver = 0.0;
  for (int k = 0; k < n; ++k) {
    const bool is_outside = k == outside;
    const double angle = 2.0 * pi * k / n + draw.between(-0.25, 0.25);
    const double away = scales.size * draw.between(0.8, 1.2) * (is_outside ? 0.25 : 1.0);
    const double radius = scales.size * draw.between(0.12, 0.35) * (is_outside ? 0.7 : 1.0);
    Json pulley{{"center", {away * std::cos(angle), away * std::sin(angle)}},
                {"radius", radius},
                {"side", is_outside ? "outside" : "inside"},
                {"inertia", 1.0}};
    if (k == 0) {
      driver = scales.speed / radius;
      pulley["motion"] = {{"type", "prescribed"}, {"angular_velocity", constant(driver)}};
    } else if (is_outside || draw.chance(0.3)) {
      pulley["motion"] = {{"type", "free"}};
      pulley["bearing_damping"] = 0.02 * load * radius * radius / scales.speed;
    } else {
      pulley["motion"] = {{"type", "torque"},
                          {"torques", {{{"type", "applied"}, {"moment", constant(-load * radius)}}}}};
    }
    if (k == 1 && has_slider) {
      // The spring holds the belt about where it is.
      const double stiffness = 10.0 * scales.force / scales.size;
      pulley["mount"] = {{"type", "slider"},
                         {"direction", {std::cos(angle), std::sin(angle)}},
                         {"mass", 1.0},
                         {"spring", {{"stiffness", stiffness}, {"free_position", 2.0 * scales.force / stiffness}}}};
    }
    pulleys.push_back(pulley);
  }
  return pulleys;
}

// The belt is a string: no bending, friction at the centre line. Normal contact gives way by 1e-6 of a radius.
std::string random_drive(std::uint64_t seed) {
  constexpr double kDepth = 1e-6;
  Draw draw(seed);
  const Scales scales{.size = draw.decade(0.06, 2.0),
                      .speed = draw.decade(0.5, 16.0),
                      .force = draw.decade(30.0, 3000.0),
                      .friction = draw.between(0.15, 0.9)};
  const double stiffness = scales.force * draw.decade(20.0, 500.0);
  const double width = 0.1 * scales.size;
  const double mass = scales.force / (scales.speed * scales.speed) * draw.decade(1e-3, 0.1);
  const double stick = 0.2 * scales.size * draw.decade(0.02, 0.2);  // the length over which stick takes force up
  const Json drive{
      {"type", "belt_drive"},
      {"direction", "counterclockwise"},
      {"gravity", {0.0, 0.0}},
      {"pulleys", pulleys_of(draw, scales, seed % 3 == 0)},
      {"belt",
       {{"axial_stiffness", stiffness},
        {"bending_stiffness", 0.0},
        {"mass_per_length", mass},
        {"width", width},
        {"contact_offset", 0.0},
        {"pretension", {{"type", "reference_strain"}, {"strain", -scales.force / stiffness}}}}},
      {"contact",
       {{"normal",
         {{"type", "penalty"},
          {"stiffness_per_area", scales.force / (0.2 * scales.size * width) / (0.2 * scales.size * kDepth)}}},
        {"friction",
         {{"type", "elastoplastic_coulomb"},
          {"coefficient", scales.friction},
          {"stiffness_per_area", stiffness / width / (stick * stick)}}}}}};
  return Json{{"format", "beltdyn/1"},
              {"name", "random"},
              {"drive", drive},
              {"end_time", 1},
              {"output", Json::object()},
              {"runs", Json::array({{{"name", "none"}, {"formulation", "analytic_string"}, {"time_step", 1}}})}}
      .dump();
}

struct Difference {
  double force{};  // of the largest force of a span
  double speed{};  // relative
  double mount{};  // of the distance of the first pulley from the middle
};

Difference steady_difference(const std::string& drive) {
  constexpr double kLooked = 1.0;  // [s]
  // On a shorter arc bristles, which the string does not have, creep over much of it [rad].
  constexpr double kLeastWrap = 0.3;
  BeltRun string(drive, {only_run(R"("formulation": "analytic_string", "time_step": 1)")});
  BeltRun elements(drive, {only_run(R"("formulation": "eulerian_ale", "analysis": "steady", "time_step": 1, )"
                                    R"("elements_per_pulley": 40, "elements_per_span": 8, "touching_refinement": 6)")});
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

// Contact gives way by up to 4.8e-7 of the size of a drive, on pulleys of 0.084 of it, all the way round. A belt of
// four sizes, of the stiffest kind, EA = 500 times its force, loses 2 π 4.8e-7/4 · 500 of its force by that. The strain
// of the softest one is N/EA = 1/20, with which speeds go, and a slider yields to the force of the belt by a tenth of
// the size.
void steady_motions(Record& record) {
  constexpr int kDrives = 36;
  constexpr double kForce = 4e-4;
  constexpr double kSpeed = 0.05 * kForce;
  constexpr double kPlace = 0.1 * kForce;
  Difference largest;
  for (std::uint64_t seed = 1; seed <= kDrives; ++seed) {
    const Difference one = steady_difference(random_drive(seed));
    record.at_most(fmt::format("drive {}: difference of forces, of the largest", seed), one.force, kForce);
    largest.force = larger(largest.force, one.force);
    largest.speed = larger(largest.speed, one.speed);
    largest.mount = larger(largest.mount, one.mount);
  }
  record.at_most("difference of forces, of the largest of a drive", largest.force, kForce, Rank::headline);
  record.at_most("relative difference of speeds, wraps above 0.3 rad", largest.speed, kSpeed, Rank::headline);
  record.at_most("difference of places of sliders, of the size of a drive", largest.mount, kPlace);
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
}

}  // namespace beltdyn::verification
