// SPDX-License-Identifier: MIT
#include "app/drive_template.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "core/base/json.hpp"
#include "core/config/quantity.hpp"
#include "core/numerics/rounded.hpp"

namespace beltdyn::embedded {
std::string_view drive_template(std::string_view file_name);
}

namespace beltdyn::app {
namespace {

constexpr std::array<Property, 16> kTwoPulley{{
    {"driver-radius", "m", "40 mm", "Radius of the pulley that drives"},
    {"driven-radius", "m", "80 mm", "Radius of the pulley that is driven"},
    {"distance", "m", "400 mm", "Distance of the axes"},
    {"speed", "rad/s", "1500 rpm", "Speed of the pulley that drives, reached after a start from rest"},
    {"run-up", "s", "0.3 s", "Time of this start"},
    {"load", "N m", "3 N m", "Torque against the rotation of the driven pulley", true},
    {"load-time", "s", "0 s", "Time at which the load sets in, within 0.1 s", true},
    {"inertia", "kg m^2", "0.02", "Moment of inertia of the driven pulley and its machine"},
    {"pretension", "N", "300 N", "Force of the spans at rest"},
    {"friction", "-", "0.5", "Friction coefficient of belt and pulleys"},
    {"young-modulus", "Pa", "1.7 GPa", "Young's modulus of the belt"},
    {"width", "m", "15 mm", "Width of the belt"},
    {"thickness", "m", "2 mm", "Thickness of the belt"},
    {"density", "kg/m^3", "1200", "Density of the belt"},
    {"damping-time", "s", "0.3 ms", "Axial damping of the belt over its axial stiffness EA", true},
    {"gravity", "m/s^2", "9.81", "Gravity, downwards", true},
}};

constexpr std::array<Property, 13> kAccessory{{
    {"speed", "rad/s", "1000 rpm", "Mean speed of the crank, reached after a start from rest"},
    {"run-up", "s", "0.3 s", "Time of this start"},
    {"ripple", "rad/s", "2", "Amplitude of the ripple of its speed, twice a turn", true},
    {"alternator-load", "N m", "3 N m", "Torque against the rotation of the alternator", true},
    {"pump-load", "N m", "2.5 N m", "Torque against the rotation of the pump", true},
    {"pretension", "N", "300 N", "Force of the spans at rest"},
    {"friction", "-", "0.9", "Friction coefficient of belt and pulleys"},
    {"young-modulus", "Pa", "1.5 GPa", "Young's modulus of the belt"},
    {"width", "m", "20 mm", "Width of the belt"},
    {"thickness", "m", "2 mm", "Thickness of the belt"},
    {"density", "kg/m^3", "1200", "Density of the belt"},
    {"damping-time", "s", "0.3 ms", "Axial damping of the belt over its axial stiffness EA", true},
    {"gravity", "m/s^2", "9.81", "Gravity, downwards", true},
}};

constexpr std::array<Property, 17> kElevator{{
    {"car", "kg", "900 kg", "Mass of the empty car"},
    {"load", "kg", "550 kg", "Mass of the load in the car", true},
    {"counterweight", "kg", "1150 kg", "Mass of the counterweight"},
    {"radius", "m", "300 mm", "Radius of the traction sheave, to the centre line of the ropes"},
    {"inertia", "kg m^2", "20", "Moment of inertia of the traction sheave and its machine"},
    {"wrap", "rad", "180 deg", "Wrap of the ropes on the traction sheave; below 180 deg there is a deflector sheave"},
    {"deflector-radius", "m", "200 mm", "Radius of the deflector sheave"},
    {"travel", "m", "10 m", "Way of the car, upwards; negative: downwards", false, true},
    {"speed", "m/s", "2 m/s", "Speed of the car"},
    {"acceleration", "m/s^2", "1 m/s^2", "Largest acceleration of the trip"},
    {"jerk", "m/s^3", "1.5 m/s^3", "Largest jerk of the trip, with S-curves; 0: trapezoid of the speed", true},
    {"brake", "N m", "0 N m",
     "Moment of a brake on the sheave, for an emergency stop from full speed in place of the trip; 0: a trip", true},
    {"brake-time", "s", "0.1 s", "Time in which the brake closes, while the motor is switched off"},
    {"rope-mass", "kg/m", "2.2 kg/m", "Mass per length of all ropes together"},
    {"compensation", "kg/m", "0 kg/m", "Mass per length of compensation ropes, at most that of the ropes", true},
    {"friction", "-", "0.25", "Friction coefficient of ropes and sheaves, with the factor of the grooves"},
    {"gravity", "m/s^2", "9.81", "Gravity, downwards"},
}};

constexpr std::array<Property, 14> kConveyor{{
    {"length", "m", "1000 m", "Length from tail to head, along the slope"},
    {"lift", "m", "10 m", "Height of the head above the tail", true},
    {"speed", "m/s", "4 m/s", "Speed of the belt"},
    {"load", "kg/m", "80 kg/m", "Mass of the load per length", true},
    {"resistance", "-", "0.022", "Coefficient f of the resistance of the runs, as in ISO 5048"},
    {"idler-mass", "kg/m", "12 kg/m", "Rotating mass of the carrying idlers per length; return idlers have half of it"},
    {"take-up", "N", "70 kN", "Force of the take-up on the axis of the tail"},
    {"radius", "m", "400 mm", "Radius of head and tail"},
    {"belt-mass", "kg/m", "18 kg/m", "Mass of the belt per length"},
    {"axial-stiffness", "N", "20 MN", "Axial stiffness EA of the belt"},
    {"width", "m", "1 m", "Width of the belt"},
    {"friction", "-", "0.35", "Friction coefficient of belt and head"},
    {"take-up-damping", "N s/m", "20 kN s/m", "Damping of the take-up, for runs in time", true},
    {"gravity", "m/s^2", "9.81", "Gravity, downwards"},
}};

constexpr std::array<Property, 13> kHoist{{
    {"load", "kg", "2 t", "Mass of the load with its hook block"},
    {"falls", "-", "4", "Falls of rope that bear the load: 1, or an even number"},
    {"height", "m", "5 m", "Height by which the load is lifted"},
    {"speed", "m/s", "0.25 m/s", "Speed of the load; the winch hauls in as many times as fast as there are falls"},
    {"radius", "m", "200 mm", "Radius of the pulleys"},
    {"inertia", "kg m^2", "0.4", "Moment of inertia of each pulley"},
    {"axial-stiffness", "N", "8 MN", "Axial stiffness EA of the rope"},
    {"friction", "-", "0.15", "Friction coefficient of rope and pulleys"},
    {"drum-radius", "m", "250 mm", "Radius of the drum; 0: a winch without drum, which only hauls in rope", true},
    {"drum-inertia", "kg m^2", "30", "Moment of inertia of the drum and its machine", true},
    {"acceleration", "m/s^2", "0.15 m/s^2", "Mean acceleration of the load; nothing but bearings damps its swing"},
    {"bearing-damping", "N m s/rad", "2", "Viscous damping of the bearing of each pulley", true},
    {"gravity", "m/s^2", "9.81", "Gravity, downwards"},
}};

constexpr std::array<DriveKind, 5> kKinds{
    {{"two-pulley", "a motor drives a machine by a belt around two pulleys", kTwoPulley},
     {"accessory", "crank, alternator with a one-way clutch, tensioner and pump of an engine", kAccessory},
     {"elevator", "lift: car and counterweight on a traction sheave, a trip or an emergency stop", kElevator},
     {"conveyor", "a belt on idlers that carries a load from tail to head", kConveyor},
     {"hoist", "crane: a drum or winch lifts a load that hangs on one or more falls of rope", kHoist}}};

using numerics::rounded_down;

using Numbers = std::map<std::string, double, std::less<>>;
// What stands for what; the text of one may hold others that come later.
using Texts = std::vector<std::pair<std::string, std::string>>;

std::optional<double> plain_number(std::string_view text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
  return is_number ? std::optional(value) : std::nullopt;
}

std::variant<double, std::string> number_of(const Property& property, std::string_view text) {
  if (const std::optional<double> plain = plain_number(text)) return *plain;
  return config::quantity_in(property.unit, text);
}

std::string text_of(const Property& property, const GivenProperties& given) {
  const auto found = given.find(property.name);
  return found == given.end() ? std::string(property.usual) : found->second;
}

// Times of a belt drive that starts, whose load sets in at a time [s], and its damping.
void add_belt(Numbers& numbers, double load_time) {
  constexpr double kSetIn = 0.1;     // of loads and ripples [s]
  constexpr double kSettle = 0.2;    // before means are taken [s]
  constexpr double kMeanOver = 0.3;  // [s]
  constexpr double kRows = 400.0;    // of the history
  const double begun = std::max(numbers.at("run-up"), load_time + kSetIn);
  numbers["set_in_end"] = numbers.at("run-up") + kSetIn;
  numbers["load_end"] = load_time + kSetIn;
  numbers["summary_from"] = begun + kSettle;
  numbers["end_time"] = begun + kSettle + kMeanOver;
  numbers["interval"] = rounded_down(numbers.at("end_time") / kRows);
  numbers["axial_damping"] = rounded_down(numbers.at("damping-time") * numbers.at("young-modulus") *
                                          numbers.at("width") * numbers.at("thickness"));
}

bool has_deflector(const Numbers& numbers) { return numbers.at("wrap") < std::numbers::pi * (1.0 - 1e-9); }

// A cosine ramp of the time t covers half of what its end speed would: the way is v (t_fast + t_ramp).
// Its mean is at most the acceleration.
void add_trip(Numbers& numbers, double travel, double acceleration) {
  constexpr double kBegin = 0.5;  // [s]
  const double speed = numbers.at("speed");
  const double ramp = std::min(speed / acceleration, travel / speed);
  const double fast = travel / speed - ramp;
  numbers["fast_from"] = kBegin + ramp;
  numbers["fast_to"] = kBegin + ramp + fast;
  numbers["stop"] = kBegin + 2.0 * ramp + fast;
  numbers["end_time"] = numbers.at("stop") + kBegin;
}

constexpr double kBegin = 0.5;  // of what happens in a lift [s]

// The time [s] in which the speed v is reached: at the acceleration a, or along half a cosine, whose acceleration rises
// to π v/(2 t) and whose jerk is at most π² v/(2 t²).
double ramp_time(const Numbers& numbers, double speed) {
  const double acceleration = numbers.at("acceleration");
  const double jerk = numbers.at("jerk");
  if (jerk == 0.0) return speed / acceleration;
  constexpr double kPi = std::numbers::pi;
  return std::max(0.5 * kPi * speed / acceleration, kPi * std::sqrt(0.5 * speed / jerk));
}

// A trip whose way is v (t_fast + t_ramp); a short one does not reach the speed.
void add_lift_trip(Numbers& numbers) {
  const double travel = std::abs(numbers.at("travel"));
  double speed = numbers.at("speed");
  if (speed * ramp_time(numbers, speed) > travel) {
    double low = 0.0;
    constexpr int kHalvings = 60;
    for (int i = 0; i < kHalvings; ++i) {
      const double middle = 0.5 * (low + speed);
      (middle * ramp_time(numbers, middle) > travel ? speed : low) = middle;
    }
  }
  const double ramp = ramp_time(numbers, speed);
  numbers["reached"] = speed;
  numbers["fast_from"] = kBegin + ramp;
  numbers["fast_to"] = kBegin + std::max(ramp, travel / speed);
  numbers["stop"] = numbers.at("fast_to") + ramp;
  numbers["end_time"] = numbers.at("stop") + kBegin;
}

// The difference of the weights on the two sides of the sheave, > 0 if that of the car is larger [N].
double unbalanced_weight(const Numbers& numbers) {
  const double of_ropes =
      (numbers.at("rope-mass") - numbers.at("compensation")) * (numbers.at("depth") - numbers.at("counter_depth"));
  return numbers.at("gravity") * (numbers.at("car") + numbers.at("load") - numbers.at("counterweight") + of_ropes);
}

// All that moves, reduced to the speed of the ropes [kg].
double moved_mass(const Numbers& numbers) {
  const double radius = numbers.at("radius");
  const double depths = numbers.at("depth") + numbers.at("counter_depth");
  const double compensation = numbers.at("compensation");
  return numbers.at("car") + numbers.at("load") + numbers.at("counterweight") +
         (numbers.at("rope-mass") - compensation) * depths + 2.0 * compensation * numbers.at("height") +
         numbers.at("inertia") / (radius * radius);
}

// The deceleration at which the brake stops the car, < 0 if it does not [m/s²].
double braking(const Numbers& numbers) {
  const double against = std::abs(unbalanced_weight(numbers));
  return (numbers.at("brake") / numbers.at("radius") - against) / moved_mass(numbers);
}

// A stop from full speed, until twice as late as the brake alone needs: ropes that slip are slower.
void add_emergency_stop(Numbers& numbers) {
  constexpr double kLongest = 60.0;  // [s]
  const double speed = numbers.at("speed");
  numbers["reached"] = speed;
  numbers["closed"] = kBegin + numbers.at("brake-time");
  const double stopping = std::min(kLongest, 2.0 * speed / std::max(braking(numbers), speed / kLongest));
  numbers["end_time"] = rounded_down(numbers.at("closed") + stopping + 2.0 * kBegin);
  // Holds the car until the brake closes.
  numbers["holding"] = -unbalanced_weight(numbers) * numbers.at("radius");
}

void add_elevator(Numbers& numbers) {
  constexpr double kLeft = 2.0;  // of rope above what is at the top [m]
  const double travel = numbers.at("travel");
  const double radius = numbers.at("radius");
  const double low = kLeft + std::abs(travel);
  numbers["depth"] = travel > 0.0 ? low : kLeft;
  numbers["counter_depth"] = travel > 0.0 ? kLeft : low;
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
  // Below the sheave, the ropes of the car and what compensates them have together the mass of the shaft's height at
  // any time, and the difference of both that of the ropes.
  const double height = numbers.at("height");
  const double compensation = numbers.at("compensation");
  numbers["car_mass"] = numbers.at("car") + numbers.at("load") + compensation * height;
  numbers["counter_mass"] = numbers.at("counterweight") + compensation * height;
  numbers["rope_difference"] = numbers.at("rope-mass") - compensation;
  // Ropes leave the traction sheave at an angle α above its right, and touch the deflector at the same one:
  // n · d = R − r for the normal n = (cos α, sin α) and the vector d between the axes.
  const double alpha = std::numbers::pi - numbers.at("wrap");
  const double deflector = numbers.at("deflector-radius");
  const double drop = 2.0 * (radius + deflector);
  const double across = (radius - deflector + drop * std::sin(alpha)) / std::cos(alpha);
  numbers["deflector_x"] = across;
  numbers["deflector_drop"] = drop;
  numbers["counter_x"] = has_deflector(numbers) ? across + deflector : radius;
}

// What a trip and a stop differ in, and the deflector.
Texts elevator_parts(const Numbers& numbers) {
  const bool is_stop = numbers.at("brake") > 0.0;
  const std::string s_curves =
      "            \"type\": \"sum\",\n            \"terms\": [\n"
      "              {\"type\": \"cosine_ramp\", \"from\": 0, \"to\": @sheave_speed@, \"start_time\": 0.5, "
      "\"end_time\": @fast_from@},\n"
      "              {\"type\": \"cosine_ramp\", \"from\": 0, \"to\": @back@, \"start_time\": @fast_to@, \"end_time\": "
      "@stop@}\n            ]\n";
  const std::string trapezoid =
      "            \"type\": \"piecewise_linear\", \"time\": [0.5, @fast_from@, @fast_to@, @stop@],\n"
      "            \"value\": [0, @sheave_speed@, @sheave_speed@, 0]\n";
  const std::string stop =
      "        // The motor holds the car, and is switched off while the brake closes.\n"
      "        \"motion\": {\n          \"type\": \"torque\",\n          \"torques\": [\n"
      "            {\n              \"type\": \"applied\",\n              \"moment\": {\"type\": \"cosine_ramp\", "
      "\"from\": @holding@, "
      "\"to\": 0, \"start_time\": 0.5, \"end_time\": @closed@}\n            }\n          ]\n        },\n"
      "        \"brake\": {\"capacity\": {\"type\": \"cosine_ramp\", \"from\": 0, \"to\": @brake@, \"start_time\": "
      "0.5, "
      "\"end_time\": @closed@}}\n";
  const std::string trip =
      "        \"motion\": {\n          \"type\": \"prescribed\",\n          \"angular_velocity\": {\n" +
      (numbers.at("jerk") > 0.0 ? s_curves : trapezoid) + "          }\n        }\n";
  const std::string deflector =
      ",\n      {\n        \"name\": \"deflector\", \"center\": [@deflector_x@, -@deflector_drop@], \"radius\": "
      "@deflector-radius@, \"side\": \"right\",\n        \"inertia\": 0, \"motion\": {\"type\": \"free\"}\n      }";
  return {{"task",
           is_stop ? "an emergency stop from full speed. stopping_distance and brake_energy\n// are in summary.json, "
                     "slip_distance_1 is how far the ropes slip"
                   : "a trip of the car. drive_torque_1 is what the motor takes"},
          {"motion", is_stop ? stop : trip},
          {"car_start", is_stop ? ", \"velocity\": @car_speed@" : ""},
          {"counter_start", is_stop ? ", \"velocity\": @counter_speed@" : ""},
          {"deflector", has_deflector(numbers) ? deflector : ""},
          {"start", is_stop ? ",\n    \"initial_state\": \"running\"" : ""},
          {"run", is_stop ? "stop" : "trip"}};
}

// Falls side by side, a diameter apart; the winch behind the last one, on the ground.
void add_hoist(Numbers& numbers) {
  constexpr double kAbove = 1.0;  // the ground, and the place to which the load is lifted [m]
  const double radius = numbers.at("radius");
  add_trip(numbers, numbers.at("height"), numbers.at("acceleration"));
  numbers["winch_x"] = 2.0 * radius * numbers.at("falls");
  // Of the rope [m/s], or of the drum [rad/s].
  const double drum = numbers.at("drum-radius");
  numbers["winch_speed"] = numbers.at("speed") * numbers.at("falls") / (drum > 0.0 ? drum : 1.0);
  numbers["low"] = kAbove + radius;
  numbers["high"] = numbers.at("low") + numbers.at("height") + kAbove + 2.0 * radius;
}

// The head lies above the tail, to its left.
void add_conveyor(Numbers& numbers) {
  const double length = numbers.at("length");
  const double lift = std::min(numbers.at("lift"), length);
  const double distance = std::sqrt(length * length - lift * lift);
  // A carriage as heavy as half of what pulls it; the slope bears a part of its weight.
  const double take_up = numbers.at("take-up");
  const double gravity = numbers.at("gravity");
  const double mass = rounded_down(0.5 * take_up / gravity);
  numbers["take_up_mass"] = mass;
  numbers["take_up_force"] = take_up - mass * gravity * lift / length;
  numbers["distance"] = distance;
  numbers["height"] = lift;
  numbers["along"] = distance / length;
  numbers["down"] = lift / length;
  numbers["head_speed"] = numbers.at("speed") / numbers.at("radius");
  numbers["half_idlers"] = 0.5 * numbers.at("idler-mass");
}

// The pulleys of a hoist, those of the block and of the top in turn, and the end of the rope beside them.
Texts hoist_parts(const Numbers& numbers) {
  const auto falls = static_cast<int>(numbers.at("falls"));
  const double radius = numbers.at("radius");
  const bool has_block = falls > 1;
  const std::string haul =
      "            \"type\": \"sum\",\n            \"terms\": [\n"
      "              {\"type\": \"cosine_ramp\", \"from\": 0, \"to\": -@winch_speed@, \"start_time\": 0.5, "
      "\"end_time\": "
      "@fast_from@},\n"
      "              {\"type\": \"cosine_ramp\", \"from\": 0, \"to\": @winch_speed@, \"start_time\": @fast_to@, "
      "\"end_time\": "
      "@stop@}\n            ]\n";
  std::string pulleys;
  for (int k = 0; k < falls; ++k) {
    const bool is_hook = has_block && k % 2 == 0;
    const std::string number = k < 2 ? "" : fmt::format("_{}", k / 2 + 1);
    pulleys += fmt::format(
        "      {{\n        \"name\": \"{}{}\", \"center\": [{:.10g}, {:.10g}], \"radius\": @radius@, \"side\": "
        "\"{}\",\n"
        "        \"inertia\": @inertia@, \"bearing_damping\": @bearing-damping@, \"motion\": {{\"type\": "
        "\"free\"}}{}\n      }}{}",
        is_hook ? "hook" : "top", number, (2 * k + 1) * radius, numbers.at(is_hook ? "low" : "high"),
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
          {"drum_column", has_drum ? "drum_drive_torque_2 what its motor takes,\n// " : ""},
          {"first_end", has_block ? "\"name\": \"dead-end\", \"type\": \"fixed\", \"position\": [0, @high@]"
                                  : "\"name\": \"load\", \"type\": \"body\", \"mass\": @load@, "
                                    "\"position\": [0, @low@], \"direction\": [0, 1]"}};
}

// The numbers of the template that follow from properties, and theirs in SI units.
Numbers derived(const DriveKind& kind, const GivenProperties& given) {
  Numbers numbers;
  for (const Property& property : kind.properties) {
    numbers[std::string(property.name)] = std::get<double>(number_of(property, text_of(property, given)));
  }
  if (kind.name == "two-pulley") {
    add_belt(numbers, numbers.at("load-time"));
  } else if (kind.name == "accessory") {
    add_belt(numbers, 0.0);
    numbers["ripple_frequency"] = 2.0 * numbers.at("speed");
  } else if (kind.name == "conveyor") {
    add_conveyor(numbers);
  } else if (kind.name == "hoist") {
    add_hoist(numbers);
  } else {
    add_elevator(numbers);
    numbers["back"] = -numbers.at("sheave_speed");
    numbers["counter_speed"] = -numbers.at("car_speed");
  }
  numbers["gravity_si"] = numbers.at("gravity");
  if (const auto time = numbers.find("damping-time"); time != numbers.end()) numbers["damping_time_si"] = time->second;
  return numbers;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

std::span<const DriveKind> drive_kinds() { return kKinds; }

const DriveKind* find_drive_kind(std::string_view name) {
  const auto found = std::ranges::find(kKinds, name, &DriveKind::name);
  return found == kKinds.end() ? nullptr : &*found;
}

namespace {

constexpr int kMostFalls = 12;
// Half a turn, with the rounding of "180 deg" [rad].
constexpr double kHalfTurn = std::numbers::pi * (1.0 + 1e-9);

// Of a hoist whose rope ends at the load or at the top.
bool are_falls(double value) {
  return value == 1.0 || (value >= 2.0 && value <= kMostFalls && std::fmod(value, 2.0) == 0.0);
}

// To properties that do not go together.
void add_elevator_objections(std::vector<std::string>& sentences, const Numbers& numbers) {
  if (numbers.at("compensation") > numbers.at("rope-mass")) {
    sentences.push_back(fmt::format("--compensation: {:g} kg/m is more than the {:g} kg/m of --rope-mass",
                                    numbers.at("compensation"), numbers.at("rope-mass")));
  }
  if (numbers.at("brake") > 0.0 && !(braking(numbers) > 0.0)) {
    sentences.push_back(
        fmt::format("--brake: {:g} N m do not stop the lift; car and counterweight pull with {:.4g} N m",
                    numbers.at("brake"), std::abs(numbers.at("holding"))));
  }
}

// Of a conveyor, as it is given or usual; without bound if it is no length [m].
double length_of(const DriveKind& kind, const GivenProperties& given) {
  const auto property = std::ranges::find(kind.properties, "length", &Property::name);
  if (property == kind.properties.end()) return HUGE_VAL;
  const std::variant<double, std::string> number = number_of(*property, text_of(*property, given));
  return std::holds_alternative<double>(number) ? std::get<double>(number) : HUGE_VAL;
}

}  // namespace

std::vector<std::string> objections(const DriveKind& kind, const GivenProperties& given) {
  std::vector<std::string> sentences;
  for (const auto& [name, text] : given) {
    const auto property = std::ranges::find(kind.properties, name, &Property::name);
    if (property == kind.properties.end()) {
      sentences.push_back(fmt::format("--{}: {} has no such property; beltdyn help new lists them", name, kind.name));
      continue;
    }
    const std::variant<double, std::string> number = number_of(*property, text);
    if (const auto* problem = std::get_if<std::string>(&number)) {
      sentences.push_back(fmt::format("--{} {}: {}", name, text, *problem));
      continue;
    }
    const double value = std::get<double>(number);
    if (property->name == "lift" && value > 0.5 * length_of(kind, given)) {
      sentences.push_back(fmt::format("--lift {}: more than half of the length of the conveyor is too steep", text));
      continue;
    }
    if (property->name == "falls" && !are_falls(value)) {
      sentences.push_back(fmt::format("--falls {}: must be 1, or an even number up to {}", text, kMostFalls));
      continue;
    }
    if (property->name == "wrap" && !(value > 0.5 * std::numbers::pi && value <= kHalfTurn)) {
      sentences.push_back(fmt::format("--wrap {}: must be more than 90 deg, and at most 180 deg", text));
      continue;
    }
    if (value > 0.0 || (value == 0.0 && property->may_be_zero) || (value < 0.0 && property->may_be_negative)) continue;
    sentences.push_back(fmt::format("--{} {}: must be {}; give for example \"{}\"", name, text,
                                    property->may_be_zero       ? "0 or positive"
                                    : property->may_be_negative ? "positive or negative"
                                                                : "positive",
                                    property->usual));
  }
  if (sentences.empty() && kind.name == "elevator") add_elevator_objections(sentences, derived(kind, given));
  return sentences;
}

std::string drive_file(const DriveKind& kind, const std::string& name, const GivenProperties& given) {
  std::string text(embedded::drive_template(fmt::format("{}.json.in", kind.name)));
  replace_all(text, "\"@name@\"", Json(name).dump());
  const Numbers numbers = derived(kind, given);
  Texts texts;
  if (kind.name == "hoist") texts = hoist_parts(numbers);
  if (kind.name == "elevator") texts = elevator_parts(numbers);
  for (const Property& property : kind.properties) {
    const std::string value = text_of(property, given);
    const std::string json = plain_number(value) ? value : Json(value).dump();
    texts.emplace_back(property.name, json);
  }
  for (const auto& [key, value] : numbers) texts.emplace_back(key, fmt::format("{:.10g}", value));
  for (const auto& [key, value] : texts) replace_all(text, fmt::format("@{}@", key), value);
  return text;
}

}  // namespace beltdyn::app
