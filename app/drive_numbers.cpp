// SPDX-License-Identifier: MIT
#include "app/drive_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "app/conveyor_numbers.hpp"
#include "core/numerics/root.hpp"
#include "core/numerics/rounded.hpp"

namespace beltdyn::app {
namespace {

using numerics::rounded_down;

constexpr double kBegin = 0.5;      // start of trips [s]
constexpr double kStopBegin = 0.1;  // start of emergency stops [s]
constexpr double kLeft = 2.0;       // rope of an elevator that is left above a body at the end of its travel [m]

// Duration of the onset of loads and ripples [s].
constexpr double kSetIn = 0.1;

// Adds the times of a belt drive whose load has its value from load_end on [s], and its damping.
void add_belt(Numbers& numbers, double load_end) {
  constexpr double kSettle = 0.2;    // settling time before means are taken [s]
  constexpr double kMeanOver = 0.3;  // [s]
  constexpr double kRows = 400.0;    // number of rows of the history
  const double begun = std::max(numbers.at("run-up"), load_end);
  numbers["set_in_end"] = numbers.at("run-up") + kSetIn;
  numbers["load_end"] = load_end;
  numbers["summary_from"] = begun + kSettle;
  numbers["end_time"] = begun + kSettle + kMeanOver;
  numbers["interval"] = rounded_down(numbers.at("end_time") / kRows);
  numbers["axial_damping"] =
      numbers.at("damping-time") * numbers.at("young-modulus") * numbers.at("width") * numbers.at("thickness");
}

bool has_deflector(const Numbers& numbers) { return numbers.at("wrap") < std::numbers::pi * (1.0 - 1e-9); }

// The time in which the acceleration grows with the jerk j to a, or to the largest value on the way to the speed v
// [s]; 0 if the jerk has no limit.
double rounding_time(const Numbers& numbers, double speed) {
  const double jerk = numbers.at("jerk");
  return jerk == 0.0 ? 0.0 : std::min(numbers.at("acceleration") / jerk, std::sqrt(speed / jerk));
}

// The time to reach the speed v [s]: v = a_largest (t − t_rounding).
double ramp_time(const Numbers& numbers, double speed) {
  const double rounding = rounding_time(numbers, speed);
  const double largest = rounding > 0.0 ? numbers.at("jerk") * rounding : numbers.at("acceleration");
  return speed / largest + rounding;
}

// A symmetric ramp covers half the distance of its end speed. The distance of the trip is therefore
// v (t_fast + t_ramp).
void add_trip(Numbers& numbers, double travel, double speed, double ramp) {
  numbers["fast_from"] = kBegin + ramp;
  numbers["fast_to"] = kBegin + std::max(ramp, travel / speed);
  numbers["stop"] = numbers.at("fast_to") + ramp;
  numbers["end_time"] = numbers.at("stop") + kBegin;
}

// A short trip does not reach the full speed.
void add_lift_trip(Numbers& numbers) {
  const double travel = std::abs(numbers.at("travel"));
  double speed = numbers.at("speed");
  const auto is_reached = [&](double v) { return v * ramp_time(numbers, v) <= travel; };
  if (!is_reached(speed)) speed = numerics::bisect({0.0, speed}, is_reached).low;
  numbers["reached"] = speed;
  add_trip(numbers, travel, speed, ramp_time(numbers, speed));
  // Printed numbers have ten digits, and two roundings must not be longer than the ramp.
  constexpr double kRounded = 1.0 - 1e-8;
  numbers["rounding"] = kRounded * rounding_time(numbers, speed);
}

// The difference of the weights on both sides of the sheave when the car has moved downwards from its first position by
// a distance [m]; > 0 if the side of the car is heavier [N].
double unbalanced_weight(const Numbers& numbers, double moved = 0.0) {
  const double of_ropes = (numbers.at("rope-mass") - numbers.at("compensation")) *
                          (numbers.at("depth") - numbers.at("counter_depth") + 2.0 * moved);
  return numbers.at("gravity") * (numbers.at("car") + numbers.at("load") - numbers.at("counterweight") + of_ropes);
}

// The mass of all moving parts, reduced to the speed of the ropes [kg].
double moved_mass(const Numbers& numbers) {
  const double radius = numbers.at("radius");
  const double depths = numbers.at("depth") + numbers.at("counter_depth");
  const double compensation = numbers.at("compensation");
  const double deflector_radius = numbers.at("deflector-radius");
  const double deflector =
      has_deflector(numbers) ? numbers.at("deflector-inertia") / (deflector_radius * deflector_radius) : 0.0;
  return numbers.at("car") + numbers.at("load") + numbers.at("counterweight") +
         (numbers.at("rope-mass") - compensation) * depths + 2.0 * compensation * numbers.at("height") +
         numbers.at("inertia") / (radius * radius) + deflector;
}

// Adds an emergency stop from full speed. The run lasts twice the stopping time of the brake, because slipping ropes
// take longer.
void add_emergency_stop(Numbers& numbers) {
  constexpr double kLongest = 60.0;  // [s]
  const double speed = numbers.at("speed");
  numbers["reached"] = speed;
  numbers["stop_from"] = kStopBegin;
  numbers["closed"] = kStopBegin + numbers.at("brake-time");
  const double stopping = std::min(kLongest, 2.0 * speed / std::max(braking(numbers), speed / kLongest));
  numbers["end_time"] = rounded_down(numbers.at("closed") + stopping + 2.0 * kBegin);
  const double before = (numbers.at("travel") > 0.0 ? speed : -speed) * kStopBegin;
  numbers["first_depth"] += before;
  numbers["first_counter_depth"] -= before;
  // The motor torque that holds the car until the brake closes.
  numbers["holding"] = -unbalanced_weight(numbers) * numbers.at("radius");
}

void add_elevator(Numbers& numbers) {
  const double travel = numbers.at("travel");
  const double radius = numbers.at("radius");
  const double low = kLeft + std::abs(travel);
  const double behind = numbers.at("stop-after");
  numbers["depth"] = travel > 0.0 ? low - behind : kLeft + behind;
  numbers["counter_depth"] = low + kLeft - numbers.at("depth");
  // At t = 0; an emergency stop begins a little later.
  numbers["first_depth"] = numbers.at("depth");
  numbers["first_counter_depth"] = numbers.at("counter_depth");
  numbers["height"] = low + kLeft;
  if (numbers.at("brake") > 0.0) {
    add_emergency_stop(numbers);
  } else {
    add_lift_trip(numbers);
  }
  numbers["radius_si"] = radius;
  const double up = travel > 0.0 ? 1.0 : -1.0;
  numbers["car_speed"] = up * numbers.at("reached");
  numbers["sheave_speed"] = -numbers.at("car_speed") / radius;
  // Below the sheave, the ropes of the car and their compensation together always have the mass of the height of the
  // shaft; the difference of the two sides is that of the ropes.
  const double height = numbers.at("height");
  const double compensation = numbers.at("compensation");
  numbers["car_mass"] = numbers.at("car") + numbers.at("load") + compensation * height;
  numbers["counter_mass"] = numbers.at("counterweight") + compensation * height;
  numbers["rope_difference"] = numbers.at("rope-mass") - compensation;
  numbers["axial_damping"] = numbers.at("damping-time") * numbers.at("axial-stiffness");
  // The ropes leave the traction sheave at an angle α above its right and touch the deflector at the same angle:
  // n · d = R − r for the normal n = (cos α, sin α) and the vector d between the axes.
  const double alpha = std::numbers::pi - numbers.at("wrap");
  const double deflector = numbers.at("deflector-radius");
  const double drop = 2.0 * (radius + deflector);
  const double across = (radius - deflector + drop * std::sin(alpha)) / std::cos(alpha);
  numbers["deflector_x"] = across;
  numbers["deflector_drop"] = drop;
  numbers["counter_x"] = has_deflector(numbers) ? across + deflector : radius;
}

// Times that are closer count as the same [s].
constexpr double kInstant = 1e-6;

// The parts of the file in which a trip and a stop differ, and the deflector.
Texts elevator_parts(const Numbers& numbers) {
  const bool is_stop = numbers.at("brake") > 0.0;
  const bool is_flat = !is_stop && numbers.at("fast_to") - numbers.at("fast_from") > kInstant;
  const std::string s_curves =
      "            \"type\": \"sum\",\n            \"terms\": [\n"
      "              {\"type\": \"s_curve\", \"from\": 0, \"to\": @sheave_speed@, \"start_time\": 0.5, "
      "\"end_time\": @fast_from@, \"rounding\": @rounding@},\n"
      "              {\"type\": \"s_curve\", \"from\": 0, \"to\": @back@, \"start_time\": @fast_to@, \"end_time\": "
      "@stop@, \"rounding\": @rounding@}\n            ]\n";
  const std::string trapezoid =
      is_flat ? "            \"type\": \"piecewise_linear\", \"time\": [0.5, @fast_from@, @fast_to@, @stop@],\n"
                "            \"value\": [0, @sheave_speed@, @sheave_speed@, 0]\n"
              : "            \"type\": \"piecewise_linear\", \"time\": [0.5, @fast_from@, @stop@],\n"
                "            \"value\": [0, @sheave_speed@, 0]\n";
  const std::string stop =
      "        // The motor holds the car, and is switched off while the brake closes. Its moment is g times the "
      "radius\n"
      "        // times what the side of the counterweight is heavier, ropes included: with other positions it is "
      "another.\n"
      "        \"motion\": {\n          \"type\": \"torque\",\n          \"torques\": [\n"
      "            {\n              \"type\": \"applied\",\n              \"moment\": {\"type\": \"cosine_ramp\", "
      "\"from\": @holding@, "
      "\"to\": 0, \"start_time\": @stop_from@, \"end_time\": @closed@}\n            }\n          ]\n        },\n"
      "        \"brake\": {\"capacity\": {\"type\": \"cosine_ramp\", \"from\": 0, \"to\": @brake@, \"start_time\": "
      "@stop_from@, "
      "\"end_time\": @closed@}}\n";
  const std::string trip =
      "        \"motion\": {\n          \"type\": \"prescribed\",\n          \"angular_velocity\": {\n" +
      (numbers.at("jerk") > 0.0 ? s_curves : trapezoid) + "          }\n        }\n";
  const std::string deflector =
      ",\n      {\n        \"name\": \"deflector\", \"center\": [@deflector_x@, -@deflector_drop@], \"radius\": "
      "@deflector-radius@, \"side\": \"right\",\n        \"inertia\": @deflector-inertia@, \"motion\": {\"type\": "
      "\"free\"}\n      }";
  const bool is_elastic = numbers.at("axial-stiffness") > 0.0;
  return {{"task",
           is_stop ? "an emergency stop from full speed. stopping_distance and brake_energy\n// are in summary.json, "
                     "slip_distance_1 is how far the ropes slip"
                   : "a trip of the car. drive_torque_1 is what the motor takes"},
          {"motion", is_stop ? stop : trip},
          {"car_start", is_stop ? ", \"velocity\": @car_speed@" : ""},
          {"counter_start", is_stop ? ", \"velocity\": @counter_speed@" : ""},
          {"deflector", has_deflector(numbers) ? deflector : ""},
          {"start", is_stop ? ",\n    \"initial_state\": \"running\"" : ""},
          {"stretch", !is_elastic                         ? "\"inextensible\": true"
                      : numbers.at("axial_damping") > 0.0 ? "\"axial_stiffness\": @axial-stiffness@, "
                                                            "\"axial_damping\": @axial_damping@"
                                                          : "\"axial_stiffness\": @axial-stiffness@"},
          {"formulation", is_elastic ? "eulerian_ale" : "analytic_string_dynamics"},
          {"run", is_stop ? "stop" : "trip"}};
}

// The falls are side by side at a distance of one diameter; the winch is behind the last one, on the ground.
void add_hoist(Numbers& numbers) {
  // Height of the lowest position above the ground, and of the top pulleys above the highest position [m].
  constexpr double kAbove = 1.0;
  const double radius = numbers.at("radius");
  // A short lift does not reach the full speed: its two ramps alone cover v²/a.
  const double height = std::abs(numbers.at("height"));
  const double acceleration = numbers.at("acceleration");
  const double speed = std::min(numbers.at("speed"), std::sqrt(acceleration * height));
  numbers["reached"] = speed;
  add_trip(numbers, height, speed, speed / acceleration);
  numbers["winch_x"] = 2.0 * radius * numbers.at("falls");
  // Speed of the rope [m/s], or of the drum [rad/s].
  const double drum = numbers.at("drum-radius");
  numbers["winch_speed"] =
      (numbers.at("height") > 0.0 ? -speed : speed) * numbers.at("falls") / (drum > 0.0 ? drum : 1.0);
  numbers["winch_back"] = -numbers.at("winch_speed");
  // T₂ = T₁/η with T₁ = G/falls, by the moment μ N r = (T₂ − T₁) R of a bearing of radius r that bears N = T₁ + T₂.
  constexpr double kBearing = 0.2;  // r/R
  const double before = numbers.at("load") * numbers.at("gravity") / numbers.at("falls");
  const double behind = before / numbers.at("efficiency");
  numbers["bearing_radius"] = kBearing * radius;
  numbers["bearing_load"] = before + behind;
  numbers["bearing_coefficient"] = (behind - before) / (kBearing * (before + behind));
  numbers["low"] = kAbove + radius;
  numbers["high"] = numbers.at("low") + height + kAbove + 2.0 * radius;
  numbers["first_height"] = numbers.at("low") + (numbers.at("height") > 0.0 ? 0.0 : height);
}

// The pulleys of a hoist, alternating between block and top, and the rope end beside them.
Texts hoist_parts(const Numbers& numbers) {
  const auto falls = static_cast<int>(numbers.at("falls"));
  const double radius = numbers.at("radius");
  const bool has_block = falls > 1;
  const std::string haul =
      "            \"type\": \"sum\",\n            \"terms\": [\n"
      "              {\"type\": \"cosine_ramp\", \"from\": 0, \"to\": @winch_speed@, \"start_time\": 0.5, "
      "\"end_time\": "
      "@fast_from@},\n"
      "              {\"type\": \"cosine_ramp\", \"from\": 0, \"to\": @winch_back@, \"start_time\": @fast_to@, "
      "\"end_time\": "
      "@stop@}\n            ]\n";
  std::string pulleys;
  for (int k = 0; k < falls; ++k) {
    const bool is_hook = has_block && k % 2 == 0;
    const std::string number = k < 2 ? "" : fmt::format("_{}", k / 2 + 1);
    pulleys += fmt::format(
        "      {{\n        \"name\": \"{}{}\", \"center\": [{:.10g}, {:.10g}], \"radius\": @radius@, \"side\": "
        "\"{}\",\n"
        "        \"inertia\": @inertia@, \"bearing_damping\": @bearing-damping@,@bearing_friction@ \"motion\": "
        "{{\"type\": "
        "\"free\"}}{}\n      }}{}",
        is_hook ? "hook" : "top", number, (2 * k + 1) * radius, numbers.at(is_hook ? "first_height" : "high"),
        is_hook ? "left" : "right",
        !is_hook ? ""
        : k == 0 ? ",\n        \"mount\": {\"type\": \"slider\", \"direction\": [0, 1], \"mass\": @load@}"
                 : ",\n        \"moves_with\": \"hook\"",
        k + 1 < falls ? ",\n" : "");
  }
  const bool has_drum = numbers.at("drum-radius") > 0.0;
  return {{"pulleys", pulleys},
          {"drum",
           has_drum
               ? "\"radius\": @drum-radius@, \"inertia\": @drum-inertia@,\n"
                 "        \"motion\": {\n          \"type\": \"prescribed\",\n"
                 "          \"angular_velocity\": { // > 0 pays out rope, < 0 hauls it in\n@haul@          }\n        }"
               : "\n        \"rate\": { // > 0 pays out rope, < 0 hauls it in\n@haul@        }"},
          {"haul", haul},
          {"bearing_friction",
           numbers.at("efficiency") < 1.0
               ? "\n        \"bearing_friction\": {\"radius\": @bearing_radius@, \"normal_force\": @bearing_load@, "
                 "\"law\": {\"type\": \"elastoplastic_coulomb\", \"coefficient\": @bearing_coefficient@, "
                 "\"stiffness\": 1e9}},\n"
                 "       "
               : ""},
          {"rope_note", numbers.at("rope-mass") > 0.0 ? "" : " // the mass of the rope is left out"},
          {"formulation", numbers.at("rope-mass") > 0.0 ? "eulerian_ale" : "analytic_string_dynamics"},
          {"drum_column", has_drum ? ", drum_drive_torque_2 what the motor of the drum takes" : ""},
          {"first_end", has_block ? "\"name\": \"dead-end\", \"type\": \"fixed\", \"position\": [0, @high@]"
                                  : "\"name\": \"load\", \"type\": \"body\", \"mass\": @load@, "
                                    "\"position\": [0, @first_height@], \"direction\": [0, 1]"}};
}

}  // namespace

double largest_imbalance(const Numbers& numbers) {
  const double travel = numbers.at("travel");
  const double rest = std::abs(travel) - numbers.at("stop-after");
  return std::max(std::abs(unbalanced_weight(numbers)),
                  std::abs(unbalanced_weight(numbers, travel > 0.0 ? -rest : rest)));
}

double braking(const Numbers& numbers) {
  return (numbers.at("brake") / numbers.at("radius") - largest_imbalance(numbers)) / moved_mass(numbers);
}

double least_brake(const Numbers& numbers) {
  const double travel = numbers.at("travel");
  const double up = travel > 0.0 ? 1.0 : -1.0;
  const double speed = numbers.at("speed");
  const double way = std::abs(travel) - numbers.at("stop-after") + kLeft;
  const double braked = way - 0.5 * speed * numbers.at("brake-time");
  if (!(braked > 0.0)) return std::numeric_limits<double>::infinity();
  // The imbalance is linear in the travel: its mean is that of both ends.
  const double along =
      -0.5 * up * (unbalanced_weight(numbers, -up * (way - braked)) + unbalanced_weight(numbers, -up * way));
  return numbers.at("radius") * (0.5 * moved_mass(numbers) * speed * speed / braked + along);
}

void add_derived(std::string_view kind, Numbers& numbers) {
  if (kind == "two-pulley") {
    add_belt(numbers, numbers.at("load-time") + numbers.at("load-ramp"));
  } else if (kind == "accessory") {
    add_belt(numbers, kSetIn);
  } else if (kind == "conveyor") {
    add_conveyor(numbers);
  } else if (kind == "hoist") {
    add_hoist(numbers);
  } else {
    add_elevator(numbers);
    numbers["back"] = -numbers.at("sheave_speed");
    numbers["counter_speed"] = -numbers.at("car_speed");
  }
  numbers["upward_gravity"] = 0.0 - numbers.at("gravity");
  if (const auto time = numbers.find("damping-time"); time != numbers.end()) numbers["damping_time_si"] = time->second;
}

Texts template_parts(std::string_view kind, const Numbers& numbers) {
  if (kind == "hoist") return hoist_parts(numbers);
  if (kind == "elevator") return elevator_parts(numbers);
  if (kind == "conveyor") return conveyor_parts(numbers);
  return {};
}

}  // namespace beltdyn::app
