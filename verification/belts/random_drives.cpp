// SPDX-License-Identifier: MIT
#include "verification/belts/random_drives.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "core/base/json.hpp"

namespace beltdyn::verification {
namespace {

using std::numbers::pi;

// Random numbers that are the same with every standard library; the standard does not guarantee this for its
// distributions.
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
  double size{};      // typical distance of pulleys from the middle of the drive [m]
  double speed{};     // of the belt [m/s]
  double force{};     // belt force at rest [N]
  double friction{};  // μ [-]
};

Json mount_of(Holder holder, double angle, const Scales& scales, const Json& center) {
  const double outwards_x = std::cos(angle);
  const double outwards_y = std::sin(angle);
  if (holder == Holder::slider) {
    // The free position makes the spring balance twice the belt force near the drawn position.
    const double stiffness = 10.0 * scales.force / scales.size;
    return {{"type", "slider"},
            {"direction", {outwards_x, outwards_y}},
            {"mass", 1.0},
            {"spring", {{"stiffness", stiffness}, {"free_position", 2.0 * scales.force / stiffness}}}};
  }
  // The arm is perpendicular to the outward direction, so that it moves the pulley outwards. Its free angle follows
  // from the pretension.
  const double length = 0.5 * scales.size;
  return {{"type", "arm"},
          {"pivot", {center[0].get<double>() - length * outwards_y, center[1].get<double>() + length * outwards_x}},
          {"inertia", length * length},
          {"spring", {{"stiffness", 10.0 * scales.force * length}}}};
}

// Two or more pulleys around the middle. Half of the drives with four or more pulleys have one pulley against the back
// of the belt, inside the outline of the loop.
Json pulleys_of(Draw& draw, const Scales& scales, const Variety& variety) {
  const int n = 2 + static_cast<int>(draw.between(0.0, variety.most_pulleys - 1.0));
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
    if (k == 1 && variety.holder != Holder::nothing) {
      pulley["mount"] = mount_of(variety.holder, angle, scales, pulley["center"]);
    }
    pulleys.push_back(pulley);
  }
  return pulleys;
}

// Contact layers with a penetration of about 1e-6 of a radius.
Json layers(const Scales& scales, double width, double stick_stiffness) {
  constexpr double kDepth = 1e-6;
  return {
      {"normal",
       {{"type", "penalty"},
        {"stiffness_per_area", scales.force / (0.2 * scales.size * width) / (0.2 * scales.size * kDepth)}}},
      {"friction",
       {{"type", "elastoplastic_coulomb"}, {"coefficient", scales.friction}, {"stiffness_per_area", stick_stiffness}}}};
}

// A configuration of this drive.
std::string with_a_run(const Json& drive) {
  return Json{{"format", "beltdyn/1"},
              {"name", "random"},
              {"drive", drive},
              {"end_time", 1},
              {"output", Json::object()},
              {"runs", Json::array({{{"name", "none"}, {"formulation", "analytic_string"}, {"time_step", 1}}})}}
      .dump();
}

}  // namespace

std::string random_drive(std::uint64_t seed, const Variety& variety) {
  Draw draw(seed);
  const Scales scales{.size = draw.decade(0.06, 2.0),
                      .speed = draw.decade(0.5, 16.0),
                      .force = draw.decade(30.0, 3000.0),
                      .friction = draw.between(0.15, 0.9)};
  const double stiffness = scales.force * draw.decade(20.0, 500.0);
  const double width = 0.1 * scales.size;
  const double mass = scales.force / (scales.speed * scales.speed) * draw.decade(1e-3, 0.1);
  const double stick = 0.2 * scales.size * draw.decade(0.02, 0.2);  // length over which stick builds up the force [m]
  // A drive with an arm prescribes the belt force, because the free angle of the arm is computed from it.
  const Json pretension = variety.holder == Holder::arm
                              ? Json{{"type", "force"}, {"force", scales.force}}
                              : Json{{"type", "reference_strain"}, {"strain", -scales.force / stiffness}};
  const Json rigid{{"friction", {{"type", "coulomb"}, {"coefficient", scales.friction}}}};
  const Json drive{{"type", "belt_drive"},
                   {"direction", "counterclockwise"},
                   {"gravity", {0.0, 0.0}},
                   {"pulleys", pulleys_of(draw, scales, variety)},
                   {"belt",
                    {{"axial_stiffness", stiffness},
                     {"bending_stiffness", 0.0},
                     {"mass_per_length", mass},
                     {"width", width},
                     {"contact_offset", 0.0},
                     {"pretension", pretension}}},
                   {"contact", variety.is_rigid ? rigid : layers(scales, width, stiffness / width / (stick * stick))}};
  return with_a_run(drive);
}

std::string random_flat_belt(std::uint64_t seed) {
  constexpr double kThinnest = 12.0;            // radius over thickness
  constexpr double kDensity = 1100.0;           // [kg/m³]
  constexpr double kLargestCentrifugal = 0.15;  // part of the force at rest
  Draw draw(seed);
  const double thickness = draw.decade(6e-4, 6e-3);  // [m]
  const double width = draw.decade(0.008, 0.1);      // [m]
  const double modulus = draw.decade(6e7, 3e9);      // [N/m²]
  const double friction = draw.between(0.25, 0.8);
  const double first = std::max(draw.decade(0.025, 0.15), kThinnest * thickness);  // radii [m]
  const double second = std::max(draw.decade(0.025, 0.3), kThinnest * thickness);
  const double distance = (first + second) * draw.between(1.3, 3.0);
  const double force = modulus * thickness * width * draw.decade(2.5e-3, 2e-2);  // at rest [N]
  const double wrap = pi - 2.0 * std::asin(std::abs(first - second) / distance);
  const double ratio = std::exp(friction * wrap * draw.between(0.3, 0.85));
  const double torque = 2.0 * force * (ratio - 1.0) / (ratio + 1.0) * second;
  const double mass = kDensity * thickness * width;
  const double speed = std::min(draw.decade(6.0, 300.0), std::sqrt(kLargestCentrifugal * force / mass) / first);
  const auto pulley = [](double place, double radius, const Json& motion) {
    return Json{
        {"center", {place, 0.0}}, {"radius", radius}, {"side", "inside"}, {"inertia", 0.01}, {"motion", motion}};
  };
  const Json driver{{"type", "prescribed"}, {"angular_velocity", constant(speed)}};
  const Json load{{"type", "torque"}, {"torques", {{{"type", "applied"}, {"moment", constant(-torque)}}}}};
  const Json drive{{"type", "belt_drive"},
                   {"direction", "counterclockwise"},
                   {"gravity", {0.0, 0.0}},
                   {"initial_state", "running"},
                   {"pulleys", {pulley(0.0, first, driver), pulley(distance, second, load)}},
                   {"belt",
                    {{"young_modulus", modulus},
                     {"thickness", thickness},
                     {"density", kDensity},
                     {"width", width},
                     {"pretension", {{"type", "force"}, {"force", force}}}}},
                   {"contact", {{"friction", {{"type", "coulomb"}, {"coefficient", friction}}}}}};
  return with_a_run(drive);
}

std::string random_rigid_drive(std::uint64_t seed) {
  constexpr std::array kHolders{Holder::slider, Holder::arm, Holder::nothing};
  return random_drive(seed, {.most_pulleys = 6, .holder = kHolders[seed % kHolders.size()], .is_rigid = true});
}

}  // namespace beltdyn::verification
