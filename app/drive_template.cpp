// SPDX-License-Identifier: MIT
#include "app/drive_template.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "app/conveyor_numbers.hpp"
#include "app/drive_numbers.hpp"
#include "core/base/csv_table.hpp"
#include "core/base/json.hpp"
#include "core/config/nearest.hpp"
#include "core/config/quantity.hpp"

namespace beltdyn::embedded {
std::string_view drive_template(std::string_view file_name);
}

namespace beltdyn::app {
namespace {

constexpr std::array<Property, 17> kTwoPulley{{
    {"driver-radius", "m", "40 mm", "Radius of the pulley that drives"},
    {"driven-radius", "m", "80 mm", "Radius of the pulley that is driven"},
    {"distance", "m", "400 mm", "Distance of the axes"},
    {"speed", "rad/s", "1500 rpm", "Speed of the pulley that drives, reached after a start from rest"},
    {"run-up", "s", "0.3 s", "Time of this start"},
    {"load", "N m", "3 N m", "Torque against the rotation of the driven pulley", true},
    {"load-time", "s", "0 s", "Time at which the load sets in", true},
    {"load-ramp", "s", "0.1 s", "Time in which the load grows to its value"},
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

constexpr std::array<Property, 21> kElevator{{
    {"car", "kg", "900 kg", "Mass of the empty car"},
    {"load", "kg", "550 kg", "Mass of the load in the car", true},
    {"counterweight", "kg", "1150 kg", "Mass of the counterweight"},
    {"radius", "m", "300 mm", "Radius of the traction sheave, to the centre line of the ropes"},
    {"inertia", "kg m^2", "20", "Moment of inertia of the traction sheave and its machine"},
    {"wrap", "rad", "180 deg", "Wrap of the ropes on the traction sheave; below 180 deg there is a deflector sheave"},
    {"deflector-radius", "m", "200 mm", "Radius of the deflector sheave"},
    {"deflector-inertia", "kg m^2", "1.5", "Moment of inertia of the deflector sheave", true},
    {"travel", "m", "10 m", "Travel of the car, upwards; negative: downwards", false, true},
    {"speed", "m/s", "2 m/s", "Speed of the car"},
    {"acceleration", "m/s^2", "1 m/s^2", "Largest acceleration of the trip, not of an emergency stop"},
    {"jerk", "m/s^3", "1.5 m/s^3", "Largest jerk of the trip, with S-curves; 0: trapezoid of the speed", true},
    {"brake", "N m", "0 N m",
     "Moment of a brake on the sheave, for an emergency stop from full speed in place of the trip; 0: a trip", true},
    {"brake-time", "s", "0.1 s", "Time in which the brake closes, while the motor is switched off"},
    {"stop-after", "m", "0 m", "Part of the travel that is behind the car when an emergency stop begins", true},
    {"rope-mass", "kg/m", "2.2 kg/m", "Mass per length of all ropes together"},
    {"axial-stiffness", "N", "0 N", "Axial stiffness EA of all ropes together; 0: ropes that do not stretch", true},
    {"damping-time", "s", "0 s",
     "Axial damping of ropes that stretch, over their axial stiffness EA; some ms for steel", true},
    {"compensation", "kg/m", "0 kg/m", "Mass per length of compensation ropes, at most that of the ropes", true},
    {"friction", "-", "0.25", "Friction coefficient of ropes and sheaves, with the factor of the grooves"},
    {"gravity", "m/s^2", "9.81", "Gravity, downwards"},
}};

constexpr std::array<Property, 27> kConveyor{{
    {"length", "m", "1000 m", "Length from tail to head, along the slope"},
    {"lift", "m", "10 m", "Height of the head above the tail", true},
    {"speed", "m/s", "4 m/s", "Speed of the belt"},
    {"load", "kg/m", "80 kg/m", "Mass of the load per length", true},
    {"capacity", "kg/s", "0 t/h", "Mass of the load per time, such as \"500 t/h\", in place of load; 0: load counts",
     true},
    {"resistance", "-", "0.022", "Coefficient f of the resistance of the runs, as in ISO 5048"},
    {"idler-spacing", "m", "1.2 m", "Distance of the carrying idlers"},
    {"return-spacing", "m", "0 m", "Distance of the return idlers; 0: twice that of the carrying idlers", true},
    {"idler-mass", "kg", "14.4 kg", "Rotating mass of one idler, reduced to the speed of the belt", true},
    {"take-up", "N", "70 kN", "Force of the take-up on the axis of its pulley"},
    {"take-up-mass", "kg", "0 kg", "Mass of the counterweight of the take-up, in place of take-up; 0: take-up counts",
     true},
    {"take-up-distance", "m", "0 m",
     "Distance from the head of a take-up that hangs in the return run; 0: the take-up is at the tail", true},
    {"start", "s", "0 s", "Duration of a start from rest, in time; 0: steady motion", true},
    {"stop", "s", "0 s", "Duration of a stop from full speed, behind the start if there is one; 0: none", true},
    {"trip", "s", "0 s",
     "Time in which the torque of the motor falls to 0, when it is switched off at full speed; 0: it stays on", true},
    {"brake", "N m", "0 N m", "Moment of a brake on the head in a trip; 0: none", true},
    {"brake-time", "s", "0.5 s", "Time in which this brake closes, from when the motor is switched off"},
    {"holdback", "-", "0", "1: after a trip, a holdback keeps the belt from running back; 0: none", true},
    {"radius", "m", "400 mm", "Radius of head and tail"},
    {"belt-mass", "kg/m", "18 kg/m", "Mass of the belt per length"},
    {"axial-stiffness", "N", "20 MN", "Axial stiffness EA of the belt"},
    {"width", "m", "1 m", "Width of the belt"},
    {"friction", "-", "0.35", "Friction coefficient of belt and head"},
    {"drive-inertia", "kg m^2", "50", "Moment of inertia of motor and gear, reduced to the head", true},
    {"damping-time", "s", "0 s",
     "Axial damping of the belt over its axial stiffness EA, in runs in time; 0: by length and speed", true},
    {"take-up-damping", "N s/m", "20 kN s/m", "Damping of the take-up, for runs in time", true},
    {"gravity", "m/s^2", "9.81", "Gravity, downwards"},
}};

constexpr std::array<Property, 15> kHoist{{
    {"load", "kg", "2 t", "Mass of the load with its hook block"},
    {"falls", "-", "4", "Falls of rope that bear the load: 1, or an even number"},
    {"height", "m", "5 m", "Height by which the load is lifted; negative: lowered", false, true},
    {"speed", "m/s", "0.25 m/s", "Speed of the load; the winch hauls in as many times as fast as there are falls"},
    {"radius", "m", "200 mm", "Radius of the pulleys"},
    {"inertia", "kg m^2", "0.4", "Moment of inertia of each pulley"},
    {"axial-stiffness", "N", "8 MN", "Axial stiffness EA of the rope"},
    {"rope-mass", "kg/m", "0 kg/m", "Mass per length of the rope; 0: left out", true},
    {"friction", "-", "0.15", "Friction coefficient of rope and pulleys"},
    {"drum-radius", "m", "250 mm", "Radius of the drum; 0: a winch without drum, which only hauls in rope", true},
    {"drum-inertia", "kg m^2", "30", "Moment of inertia of the drum and its machine", true},
    {"acceleration", "m/s^2", "0.15 m/s^2", "Mean acceleration of the load; nothing but bearings damps its swing"},
    {"bearing-damping", "N m s/rad", "2", "Viscous damping of the bearing of each pulley; 0 with an efficiency", true},
    {"efficiency", "-", "1",
     "Force of the rope before a pulley over that behind it, by dry friction of its bearing; exact for the mean fall"},
    {"gravity", "m/s^2", "9.81", "Gravity, downwards"},
}};

constexpr std::array<DriveKind, 5> kKinds{
    {{"two-pulley", "a motor drives a machine by a belt around two pulleys", kTwoPulley},
     {"accessory", "crank, alternator with a one-way clutch, tensioner and pump of an engine", kAccessory},
     {"elevator", "lift: car and counterweight on a traction sheave, a trip or an emergency stop", kElevator},
     {"conveyor", "a belt on idlers that carries a load from tail to head", kConveyor},
     {"hoist", "crane: a drum or winch lifts a load that hangs on one or more falls of rope", kHoist}}};

std::variant<double, std::string> number_of(const Property& property, std::string_view text) {
  if (const std::optional<double> plain = csv_number(text)) return *plain;
  return config::quantity_in(property.unit, text);
}

std::string text_of(const Property& property, const GivenProperties& given) {
  const auto found = given.find(property.name);
  if (found != given.end()) return found->second;
  // An efficiency contains all losses of the bearings.
  if (property.name == "bearing-damping" && given.contains("efficiency")) return "0";
  return std::string(property.usual);
}

// The numbers of the template: the properties in SI units and the numbers that follow from them.
Numbers derived(const DriveKind& kind, const GivenProperties& given) {
  Numbers numbers;
  for (const Property& property : kind.properties) {
    numbers[std::string(property.name)] = std::get<double>(number_of(property, text_of(property, given)));
  }
  add_derived(kind.name, numbers);
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

std::string nearest_property(const DriveKind& kind, std::string_view name) {
  std::vector<std::string> names;
  for (const Property& property : kind.properties) names.emplace_back(property.name);
  return std::string(config::nearest(name, names));
}

namespace {

constexpr int kMostFalls = 12;
// Half a turn, including the rounding of "180 deg" [rad].
constexpr double kHalfTurn = std::numbers::pi * (1.0 + 1e-9);

// Is this a valid number of falls of a hoist? The rope may end at the load (1 fall) or at the top (even numbers).
bool are_falls(double value) {
  return value == 1.0 || (value >= 2.0 && value <= kMostFalls && std::fmod(value, 2.0) == 0.0);
}

// Adds objections to properties that contradict each other.
void add_elevator_objections(std::vector<std::string>& sentences, const Numbers& numbers) {
  if (numbers.at("compensation") > numbers.at("rope-mass")) {
    sentences.push_back(fmt::format("--compensation: {:g} kg/m is more than the {:g} kg/m of --rope-mass",
                                    numbers.at("compensation"), numbers.at("rope-mass")));
  }
  if (numbers.at("axial-stiffness") > 0.0) {
    if (!(numbers.at("rope_difference") > 0.0)) {
      sentences.push_back("--compensation: with --axial-stiffness, it must be less than --rope-mass");
    }
    if (numbers.at("deflector-inertia") == 0.0) {
      sentences.push_back("--deflector-inertia: with --axial-stiffness, it must be positive");
    }
  }
  if (numbers.at("damping-time") > 0.0 && numbers.at("axial-stiffness") == 0.0) {
    sentences.push_back("--damping-time: only ropes that stretch have damping; give --axial-stiffness");
  }
  if (numbers.at("stop-after") > std::abs(numbers.at("travel"))) {
    sentences.push_back(fmt::format("--stop-after: {:g} m are more than the {:g} m of --travel",
                                    numbers.at("stop-after"), std::abs(numbers.at("travel"))));
  }
  if (numbers.at("stop-after") > 0.0 && numbers.at("brake") == 0.0) {
    sentences.push_back("--stop-after: only an emergency stop has it; give --brake");
  }
  if (numbers.at("brake") > 0.0 && !(braking(numbers) > 0.0)) {
    sentences.push_back(
        fmt::format("--brake: {:g} N m do not stop the lift; until the end of the travel, car, counterweight and ropes "
                    "pull with up to {:.4g} N m",
                    numbers.at("brake"), largest_imbalance(numbers) * numbers.at("radius")));
  } else if (const double least = least_brake(numbers); numbers.at("brake") > 0.0 && numbers.at("brake") < least) {
    const std::string enough = std::isinf(least) ? "" : fmt::format("a --brake above {:.4g} N m or ", least);
    sentences.push_back(
        fmt::format("--brake: {:g} N m do not stop the lift before car or counterweight reaches the sheave; give {}a "
                    "longer --travel",
                    numbers.at("brake"), enough));
  }
}

// `may_run_back`: is this asked for?
void add_trip_objections(std::vector<std::string>& sentences, const Numbers& numbers, bool may_run_back) {
  const bool has_holdback = numbers.at("holdback") > 0.0;
  if (numbers.at("trip") == 0.0) {
    if (numbers.at("brake") > 0.0) sentences.push_back("--brake: only a trip has it; give --trip, such as \"0.5 s\"");
    if (has_holdback) sentences.push_back("--holdback: only a trip has it; give --trip, such as \"0.5 s\"");
    return;
  }
  if (numbers.at("stop") > 0.0) {
    sentences.push_back("--trip, --stop: a conveyor stops either by a trip or by its drive; give one of them");
  }
  const double pull = numbers.at("pull_back");
  if (has_holdback || may_run_back || pull <= numbers.at("brake")) return;
  sentences.push_back(
      fmt::format("--holdback: after the trip the load would pull the belt back with {:.4g} N m at the head; give "
                  "--holdback 1, or a --brake of more than this; with --holdback 0 it runs back",
                  pull));
}

void add_conveyor_objections(std::vector<std::string>& sentences, const Numbers& numbers, bool may_run_back) {
  add_trip_objections(sentences, numbers, may_run_back);
  const double least = least_take_up_distance(numbers);
  const double most = numbers.at("length") - least;
  const double distance = numbers.at("take-up-distance");
  if (distance == 0.0 || (distance >= least && distance <= most)) return;
  sentences.push_back(
      fmt::format("--take-up-distance: {:g} m; must be 0, or from {:g} m to {:g} m", distance, least, most));
}

// An objection to a value outside of the particular range of its property, or empty.
std::string range_objection(const Property& property, const std::string& text, double value) {
  if (property.name == "holdback" && value != 0.0 && value != 1.0) {
    return fmt::format("--holdback {}: must be 1, or 0 for none", text);
  }
  if (property.name == "falls" && !are_falls(value)) {
    return fmt::format("--falls {}: must be 1, or an even number up to {}", text, kMostFalls);
  }
  if (property.name == "efficiency" && !(value > 0.5 && value <= 1.0)) {
    return fmt::format("--efficiency {}: must be more than 0.5, and at most 1", text);
  }
  if (property.name == "wrap" && !(value > 0.5 * std::numbers::pi && value <= kHalfTurn)) {
    return fmt::format("--wrap {}: must be more than 90 deg, and at most 180 deg; a number without a unit is in rad",
                       text);
  }
  return {};
}

// The length of a conveyor, given or default [m]; infinite if there is no valid length.
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
      const std::string guess = nearest_property(kind, name);
      sentences.push_back(fmt::format("--{}: {} has no such property; {}beltdyn help new {} lists them", name,
                                      kind.name, guess.empty() ? guess : fmt::format("did you mean --{}? ", guess),
                                      kind.name));
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
    if (std::string objection = range_objection(*property, text, value); !objection.empty()) {
      sentences.push_back(std::move(objection));
      continue;
    }
    if (value > 0.0 || (value == 0.0 && property->may_be_zero) || (value < 0.0 && property->may_be_negative)) continue;
    sentences.push_back(fmt::format("--{} {}: must be {}; give for example \"{}\"", name, text,
                                    property->may_be_zero       ? "0 or positive"
                                    : property->may_be_negative ? "positive or negative"
                                                                : "positive",
                                    property->usual));
  }
  if (given.contains("capacity") && given.contains("load")) {
    sentences.emplace_back("--capacity, --load: both give the mass of the load; give one of them");
  }
  if (given.contains("take-up-mass") && given.contains("take-up")) {
    sentences.emplace_back("--take-up-mass, --take-up: both give the force of the take-up; give one of them");
  }
  if (sentences.empty() && kind.name == "elevator") add_elevator_objections(sentences, derived(kind, given));
  if (sentences.empty() && kind.name == "conveyor") {
    add_conveyor_objections(sentences, derived(kind, given), given.contains("holdback"));
  }
  return sentences;
}

namespace {

// Sentences about given values, other than the default ones, that do not change the file.
std::vector<std::string> values_without_effect(const DriveKind& kind, const GivenProperties& given) {
  std::vector<std::string> sentences;
  const std::string text = drive_file(kind, "", given);
  for (const Property& property : kind.properties) {
    const auto value = given.find(property.name);
    if (value == given.end() || number_of(property, value->second) == number_of(property, std::string(property.usual)))
      continue;
    GivenProperties others = given;
    others.erase(others.find(property.name));
    if (!objections(kind, others).empty() || drive_file(kind, "", others) != text) continue;
    sentences.push_back(fmt::format("--{} {} has no effect on this drive: its file is that of the default {}",
                                    property.name, value->second, property.usual));
  }
  return sentences;
}

}  // namespace

std::vector<std::string> remarks(const DriveKind& kind, const GivenProperties& given) {
  constexpr double kReached = 1.0 - 1e-6;  // relative: a speed that is reached but for rounding
  std::vector<std::string> sentences = values_without_effect(kind, given);
  const Numbers numbers = derived(kind, given);
  const auto reached = numbers.find("reached");
  if (reached != numbers.end() && reached->second < kReached * numbers.at("speed")) {
    sentences.push_back(fmt::format(
        "the speed reaches {:.4g} m/s, not {:.4g} m/s: the trip of {:g} m is too short for its acceleration{}",
        reached->second, numbers.at("speed"), std::abs(numbers.at(kind.name == "hoist" ? "height" : "travel")),
        kind.name == "hoist" ? "" : " and jerk"));
  }
  constexpr double kLight = 0.05;  // of the mass of the belt
  constexpr double kHeavy = 20.0;
  if (const auto load = numbers.find("load_per_length"); load != numbers.end() && given.contains("capacity")) {
    const double part = load->second / numbers.at("belt-mass");
    if (numbers.at("capacity") > 0.0 && (part < kLight || part > kHeavy)) {
      sentences.push_back(fmt::format(
          "--capacity {} is a load of {:.3g} kg/m on a belt of {:g} kg/m; check its unit, for example \"500 t/h\"",
          given.find("capacity")->second, load->second, numbers.at("belt-mass")));
    }
  }
  if (kind.name == "conveyor" && numbers.at("trip") > 0.0 && numbers.at("damping-time") == 0.0) {
    sentences.push_back(fmt::format(
        "axial_damping of {:.2g} s times EA is assumed; without damping, the smallest force of a trip is lower: a "
        "--damping-time shows by how much",
        numbers.at("damping_time")));
  }
  if (kind.name != "elevator" || numbers.at("brake") == 0.0) return sentences;
  const double speed = numbers.at("speed");
  const double rest = std::abs(numbers.at("travel")) - numbers.at("stop-after");
  const double distance = speed * numbers.at("brake-time") + 0.5 * speed * speed / braking(numbers);
  if (distance > rest) {
    sentences.push_back(fmt::format(
        "the brake may need {:.3g} m, more than the {:.3g} m that are left of the travel; --travel, --stop-after and "
        "--brake change this",
        distance, rest));
  }
  return sentences;
}

std::string drive_file(const DriveKind& kind, const std::string& name, const GivenProperties& given) {
  std::string text(embedded::drive_template(fmt::format("{}.json.in", kind.name)));
  replace_all(text, "\"@name@\"", Json(name).dump());
  const Numbers numbers = derived(kind, given);
  Texts texts = template_parts(kind.name, numbers);
  for (const Property& property : kind.properties) {
    const std::string value = text_of(property, given);
    const std::string json = csv_number(value) ? value : Json(value).dump();
    texts.emplace_back(property.name, json);
  }
  for (const auto& [key, value] : numbers) texts.emplace_back(key, fmt::format("{:.10g}", value));
  for (const auto& [key, value] : texts) replace_all(text, fmt::format("@{}@", key), value);
  return text;
}

}  // namespace beltdyn::app
