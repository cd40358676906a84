// SPDX-License-Identifier: MIT
#include "app/conveyor_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "core/numerics/rounded.hpp"

namespace beltdyn::app {
namespace {

using numerics::rounded_down;
using numerics::two_digits;

// Axial damping over EA, from the time in which a wave passes the belt, and that in which the belt moves by the
// smallest radius [s]: waves die out in some ten periods or, on short belts, sooner, so that the strain follows the
// force over a length that the mesh at pulleys resolves.
double damping_time(double passage, double turn) {
  constexpr double kDampingRatio = 1.0 / 15.0;
  constexpr double kResolved = 0.75;
  return two_digits(std::max(2.0 * kDampingRatio / std::numbers::pi * passage, kResolved * turn));
}

bool has_trip(const Numbers& numbers) { return numbers.at("trip") > 0.0; }

// Adds the forces of a conveyor at full speed, and its motor: an asynchronous one, whose torque falls over a part of
// the speed to 0, and whose largest torque starts the conveyor in the given time, or is this multiple of that at full
// speed.
void add_motor(Numbers& numbers) {
  constexpr double kStartingTorque = 1.3;
  constexpr double kSlip = 0.08;  // part of the speed over which the torque falls to 0
  constexpr double kOnset = 0.2;  // part of the start in which the torque of the motor grows
  const double speed = numbers.at("speed");
  const double radius = numbers.at("radius");
  const double length = numbers.at("length");
  const double gravity = numbers.at("gravity");
  const double belt = numbers.at("belt-mass");
  const double load = numbers.at("load_per_length");
  const double idlers = numbers.at("idlers") + numbers.at("return_idlers");
  const double resistance =
      numbers.at("resistance") * gravity * length * (idlers + (2.0 * belt + load) * numbers.at("along"));
  const double pull = load * gravity * numbers.at("height") - resistance;
  const double drum_mass = (numbers.at("head_inertia") + numbers.at("tail_inertia")) / (radius * radius);
  const double mass = length * (2.0 * belt + load + idlers) + drum_mass;
  const double force = pull + 2.0 * resistance + load * speed * speed;
  if (numbers.at("start") == 0.0) numbers["start"] = two_digits(mass * speed / ((kStartingTorque - 1.0) * force));
  const double full = numbers.at("head_speed");
  const double most = force + mass * speed / numbers.at("start");
  numbers["pull_back"] = pull * radius;
  numbers["motor"] = radius * most;
  numbers["motor_off"] = full * (1.0 + kSlip * force / most);
  numbers["motor_full"] = numbers.at("motor_off") - kSlip * full;
  numbers["onset"] = kOnset * numbers.at("start");
  // The time of the stop, if the motor is off and the brake closed.
  numbers["coasting"] = mass * speed / (force + numbers.at("brake") / radius);
}

constexpr double kBefore = 1.0;  // start of what moves a conveyor, unless its belt has to come to rest first [s]

// Adds the times of a start and of a stop or a trip, between which waves along the belt die out.
void add_conveyor_times(Numbers& numbers) {
  constexpr double kPassages = 4.0;  // of a wave along the belt
  constexpr double kRows = 1000.0;   // number of rows of the history
  const double mass = numbers.at("belt-mass") + numbers.at("load_per_length") + numbers.at("idlers");
  const double passages = kPassages * numbers.at("length") * std::sqrt(mass / numbers.at("axial-stiffness"));
  const double rest = kBefore + passages;
  const bool starts = numbers.at("start") > 0.0;
  // A load on a slope runs back until the belt that it pulls bears it.
  const bool runs_back = numbers.at("lift") > 0.0 && numbers.at("load_per_length") > 0.0;
  numbers["start_from"] = runs_back ? std::max(kBefore, std::ceil(passages)) : kBefore;
  numbers["start_to"] = numbers.at("start_from") + numbers.at("start");
  numbers["stop_from"] = starts ? numbers.at("start_to") + rest : kBefore;
  numbers["stop_to"] = numbers.at("stop_from") + numbers.at("stop");
  double end = numbers.at("stop") > 0.0 ? numbers.at("stop_to") : numbers.at("start_to");
  if (has_trip(numbers)) {
    numbers["onset_to"] = numbers.at("start_from") + numbers.at("onset");
    numbers["trip_from"] = numbers.at("start_to") + numbers.at("onset") + rest;
    numbers["trip_to"] = numbers.at("trip_from") + numbers.at("trip");
    numbers["closed"] = numbers.at("trip_from") + numbers.at("brake-time");
    end = std::max(numbers.at("trip_to"), numbers.at("closed")) + numbers.at("coasting");
  }
  numbers["end_time"] = std::ceil(end + rest);
  numbers["interval"] = rounded_down(numbers.at("end_time") / kRows);
  const double smallest = numbers.at("take-up-distance") > 0.0 ? numbers.at("bend_radius") : numbers.at("radius");
  numbers["damping_time"] = numbers.at("damping-time") > 0.0
                                ? numbers.at("damping-time")
                                : damping_time(passages / kPassages, smallest / numbers.at("speed"));
  numbers["axial_damping"] = numbers.at("damping_time") * numbers.at("axial-stiffness");
  // The energy balance closes with the square of the step over the ramp.
  constexpr double kLongestStep = 0.01;  // [s]
  constexpr double kStepsOfRamp = 300.0;
  const double shortest =
      std::min(starts ? numbers.at("start") : HUGE_VAL, numbers.at("stop") > 0.0 ? numbers.at("stop") : HUGE_VAL);
  // In a step the belt moves by less than an element of the mesh that eulerian_ale chooses.
  constexpr double kElementsOfHalfTurn = 24.0;
  const double element = std::numbers::pi * smallest / kElementsOfHalfTurn;
  numbers["time_step"] = rounded_down(std::min({kLongestStep, shortest / kStepsOfRamp, element / numbers.at("speed")}));
}

bool is_in_time(const Numbers& numbers) { return numbers.at("start") > 0.0 || numbers.at("stop") > 0.0; }

// A motor that starts the conveyor and is switched off at full speed, the brake and the holdback.
std::string head_of_trip(const Numbers& numbers) {
  const bool has_brake = numbers.at("brake") > 0.0;
  const std::string brake =
      ",\n        \"brake\": { // it holds the conveyor before the start, and closes in the trip\n"
      "          \"capacity\": {\n            \"type\": \"sum\",\n            \"terms\": [\n"
      "              {\"type\": \"cosine_ramp\", \"from\": @brake@, \"to\": 0, \"start_time\": @start_from@, "
      "\"end_time\": @onset_to@},\n"
      "              {\"type\": \"cosine_ramp\", \"from\": 0, \"to\": @brake@, \"start_time\": @trip_from@, "
      "\"end_time\": @closed@}\n            ]\n          }\n        }";
  const std::string holdback =
      ",\n        // A holdback: a one-way clutch to a rotor so heavy that it stands still.\n"
      "        \"accessory\": {\"inertia\": 1e12, \"one_way_clutch\": {\"driving_direction\": \"clockwise\"}}";
  return "{\n          \"type\": \"torque\",\n          \"torques\": [ // an asynchronous motor, switched off at "
         "@trip_from@ s\n            {\n              \"type\": \"table\", \"speed\": [0, @motor_full@, "
         "@motor_off@], \"moment\": [@motor@, @motor@, 0],\n              \"factor\": {\"type\": "
         "\"piecewise_linear\", \"time\": [@start_from@, @onset_to@, @trip_from@, @trip_to@], \"value\": [0, 1, 1, "
         "0]}\n            }\n          ]\n        }" +
         (has_brake ? brake : "") + (numbers.at("holdback") > 0.0 ? holdback : "");
}

// A take-up in the return run: the belt turns downwards around a bend, upwards around the take-up and back into its
// direction around a second bend, each of half the radius of the head.
void add_hanging_take_up(Numbers& numbers) {
  constexpr double kDrop = 4.0;  // of the take-up below the bends, in radii of the head
  const double radius = numbers.at("radius");
  const double bend = 0.5 * radius;
  numbers["bend_radius"] = bend;
  const auto place = [&](const char* name, double behind_head, double below_run) {
    const double across = radius + bend + below_run;
    numbers[fmt::format("{}_x", name)] =
        -numbers.at("distance") + behind_head * numbers.at("along") - across * numbers.at("down");
    numbers[fmt::format("{}_y", name)] =
        numbers.at("height") - behind_head * numbers.at("down") - across * numbers.at("along");
  };
  const double at = numbers.at("take-up-distance");
  place("bend_1", at, 0.0);
  place("take_up", at + 2.0 * bend, kDrop * radius);
  place("bend_2", at + 4.0 * bend, 0.0);
}

// The moment of inertia of a drum: a cylinder of steel with this wall, as wide as the belt.
double drum_inertia(double radius, double width) {
  constexpr double kSteel = 7850.0;  // [kg/m^3]
  constexpr double kWall = 0.016;    // [m]
  return two_digits(2.0 * std::numbers::pi * kSteel * kWall * width * std::pow(radius, 3));
}

}  // namespace

double least_take_up_distance(const Numbers& numbers) { return 4.0 * numbers.at("radius"); }

// The head pulley is above the tail pulley, to its left.
void add_conveyor(Numbers& numbers) {
  const double length = numbers.at("length");
  const double lift = std::min(numbers.at("lift"), length);
  const double distance = std::sqrt(length * length - lift * lift);
  // A counterweight moves with the carriage. Without one, the carriage has half of the weight of the force that pulls
  // it. The slope carries a part of its weight.
  const double gravity = numbers.at("gravity");
  const double counterweight = numbers.at("take-up-mass");
  const double take_up = counterweight > 0.0 ? counterweight * gravity : numbers.at("take-up");
  const double mass = counterweight > 0.0 ? counterweight : rounded_down(0.5 * take_up / gravity);
  const bool is_at_tail = numbers.at("take-up-distance") == 0.0;
  numbers["take_up_mass"] = mass;
  numbers["take_up_force"] = take_up - mass * gravity * (is_at_tail ? lift : distance) / length;
  numbers["distance"] = distance;
  numbers["height"] = lift;
  numbers["along"] = distance / length;
  numbers["down"] = lift / length;
  const double capacity = numbers.at("capacity");
  numbers["load_per_length"] = capacity > 0.0 ? capacity / numbers.at("speed") : numbers.at("load");
  numbers["head_speed"] = numbers.at("speed") / numbers.at("radius");
  numbers["idlers"] = numbers.at("idler-mass") / numbers.at("idler-spacing");
  const double return_spacing = numbers.at("return-spacing");
  numbers["return_spacing"] = return_spacing > 0.0 ? return_spacing : 2.0 * numbers.at("idler-spacing");
  numbers["return_idlers"] = numbers.at("idler-mass") / numbers.at("return_spacing");
  add_hanging_take_up(numbers);
  numbers["tail_inertia"] = drum_inertia(numbers.at("radius"), numbers.at("width"));
  numbers["bend_inertia"] = drum_inertia(numbers.at("bend_radius"), numbers.at("width"));
  numbers["head_inertia"] = numbers.at("tail_inertia") + numbers.at("drive-inertia");
  if (has_trip(numbers)) add_motor(numbers);
  add_conveyor_times(numbers);
}

// The parts of the file that depend on where the take-up is and on whether the conveyor starts or stops.
Texts conveyor_parts(const Numbers& numbers) {
  const bool is_at_tail = numbers.at("take-up-distance") == 0.0;
  const bool starts = numbers.at("start") > 0.0;
  const bool stops = numbers.at("stop") > 0.0;
  const auto free = [](const char* inertia) {
    return fmt::format("\"inertia\": @{}@,\n        \"motion\": {{\"type\": \"free\"}}", inertia);
  };
  const auto mount = [](const std::string& direction) {
    return ",\n        \"mount\": {\"type\": \"slider\", \"direction\": " + direction +
           ", \"mass\": @take_up_mass@, \"damping\": @take-up-damping@, \"force\": @take_up_force@}";
  };
  const auto pulley = [&](const std::string& name, const char* side, const std::string& more) {
    return fmt::format(
        "      {{\n        \"name\": \"{0}\", \"center\": [@{0}_x@, @{0}_y@], \"radius\": @bend_radius@, \"side\": "
        "\"{1}\", {2}{3}\n      }},\n",
        name, side, free("bend_inertia"), more);
  };
  const std::string hanging = pulley("bend_1", "outside", "") +
                              pulley("take_up", "inside", mount("[-@down@, -@along@]")) +
                              pulley("bend_2", "outside", "");
  const auto ramp = [](const char* from, const char* to, const char* name) {
    return fmt::format(
        "{{\"type\": \"cosine_ramp\", \"from\": {0}, \"to\": {1}, \"start_time\": @{2}_from@, "
        "\"end_time\": @{2}_to@}}",
        from, to, name);
  };
  const std::string start = ramp("0", "@head_speed@", "start");
  const std::string speed = starts && stops
                                ? fmt::format(
                                      "{{\n            \"type\": \"sum\",\n            \"terms\": [\n              "
                                      "{},\n              {}\n            ]\n          }}",
                                      start, ramp("0", "-@head_speed@", "stop"))
                            : starts ? start
                            : stops  ? ramp("@head_speed@", "0", "stop")
                                     : "@head_speed@";
  return {
      {"task", has_trip(numbers) ? "whose motor starts it and is then switched off"
               : starts          ? stops ? "that starts from rest and stops" : "that starts from rest"
               : stops           ? "that stops from full speed"
                                 : "in steady motion"},
      {"head_motion",
       has_trip(numbers) ? head_of_trip(numbers) : "{\"type\": \"prescribed\", \"angular_velocity\": " + speed + "}"},
      {"torque_column", has_trip(numbers) ? "applied_torque_1 is what the motor gives, brake_torque_1 and "
                                            "accessory_torque_1 are what brake and holdback bear"
                                          : "drive_torque_1 is what the motor takes"},
      {"hanging", is_at_tail ? "" : hanging},
      {"tail", free("tail_inertia") + (is_at_tail ? mount("[@along@, -@down@]") : "")},
      {"carriage", is_at_tail ? "tail" : "take_up"},
      {"damping", is_in_time(numbers) ? ", \"axial_damping\": @axial_damping@" : ""},
      {"damping_note", is_in_time(numbers)
                           ? "\n      // axial_damping [N s] is EA times @damping_time@ s; without it, waves along the "
                             "belt go on, and the smallest force is lower"
                           : ""},
      {"load_of_run", numbers.at("capacity") > 0.0 ? "@load_per_length@" : "@load@"},
      {"behind_take_up", is_at_tail ? "" : ",\n      {\"from\": \"bend_2\", @return_run@}"},
      {"return_run",
       "\"idler_mass_per_length\": @return_idlers@, \"idler_spacing\": @return_spacing@, \"resistance_coefficient\": "
       "@resistance@"},
      {"state", stops && !starts ? ",\n    \"initial_state\": \"running\"" : ""},
      {"start_note", starts && numbers.at("start_from") > kBefore
                         ? " // the start begins at @start_from@ s, when the belt has come to rest under its load"
                         : ""},
      {"end", is_in_time(numbers) ? "@end_time@" : "1"},
      {"rows", has_trip(numbers)     ? "\"history_interval\": @interval@, \"summary_from\": @trip_from@, "
               : is_in_time(numbers) ? "\"history_interval\": @interval@, "
                                     : ""},
      {"run", is_in_time(numbers) ? "\"name\": \"belt\", \"formulation\": \"eulerian_ale\", \"time_step\": @time_step@"
                                  : "\"name\": \"string\", \"formulation\": \"analytic_string\""}};
}

}  // namespace beltdyn::app
