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

constexpr std::array<Property, 14> kTwoPulley{{
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
}};

constexpr std::array<Property, 11> kAccessory{{
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
}};

constexpr std::array<Property, 8> kElevator{{
    {"car", "kg", "1450 kg", "Mass of the car with its load"},
    {"counterweight", "kg", "1150 kg", "Mass of the counterweight"},
    {"radius", "m", "300 mm", "Radius of the traction sheave"},
    {"inertia", "kg m^2", "20", "Moment of inertia of the sheave"},
    {"travel", "m", "10 m", "Height that the car is carried up"},
    {"speed", "m/s", "2 m/s", "Speed of the car"},
    {"rope-mass", "kg/m", "2.2 kg/m", "Mass per length of all ropes together"},
    {"friction", "-", "0.25", "Friction coefficient of ropes and sheave"},
}};

constexpr std::array<Property, 12> kConveyor{{
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
}};

constexpr std::array<Property, 8> kHoist{{
    {"load", "kg", "2 t", "Mass of the load with its hook block"},
    {"falls", "-", "4", "Falls of rope that bear the load: 1, or an even number"},
    {"height", "m", "5 m", "Height by which the load is lifted"},
    {"speed", "m/s", "0.25 m/s", "Speed of the load; the winch hauls in as many times as fast as there are falls"},
    {"radius", "m", "200 mm", "Radius of the pulleys"},
    {"inertia", "kg m^2", "0.4", "Moment of inertia of each pulley"},
    {"axial-stiffness", "N", "8 MN", "Axial stiffness EA of the rope"},
    {"friction", "-", "0.15", "Friction coefficient of rope and pulleys"},
}};

constexpr std::array<DriveKind, 5> kKinds{
    {{"two-pulley", "a motor drives a machine by a belt around two pulleys", kTwoPulley},
     {"accessory", "crank, alternator with a one-way clutch, tensioner and pump of an engine", kAccessory},
     {"elevator", "car and counterweight on a traction sheave", kElevator},
     {"conveyor", "a belt on idlers that carries a load from tail to head", kConveyor},
     {"hoist", "a winch lifts a load that hangs on one or more falls of rope", kHoist}}};

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
  // Damps waves along a metre of belt in some ten of their periods.
  constexpr double kDampingTime = 3e-4;  // [s]
  const double begun = std::max(numbers.at("run-up"), load_time + kSetIn);
  numbers["set_in_end"] = numbers.at("run-up") + kSetIn;
  numbers["load_end"] = load_time + kSetIn;
  numbers["summary_from"] = begun + kSettle;
  numbers["end_time"] = begun + kSettle + kMeanOver;
  numbers["interval"] = rounded_down(numbers.at("end_time") / kRows);
  numbers["axial_damping"] =
      rounded_down(kDampingTime * numbers.at("young-modulus") * numbers.at("width") * numbers.at("thickness"));
}

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

void add_elevator(Numbers& numbers) {
  constexpr double kPit = 2.0;           // below the car, and above the counterweight [m]
  constexpr double kAcceleration = 0.8;  // [m/s²]
  add_trip(numbers, numbers.at("travel"), kAcceleration);
  numbers["radius_si"] = numbers.at("radius");
  numbers["sheave_speed"] = numbers.at("speed") / numbers.at("radius");
  numbers["depth"] = numbers.at("travel") + kPit;
  numbers["pit"] = kPit;
}

// Falls side by side, a diameter apart; the winch behind the last one, on the ground.
void add_hoist(Numbers& numbers) {
  constexpr double kAbove = 1.0;  // the ground, and the place to which the load is lifted [m]
  const double radius = numbers.at("radius");
  constexpr double kAcceleration = 0.15;  // slow, as nothing damps a load that swings on its rope [m/s²]
  add_trip(numbers, numbers.at("height"), kAcceleration);
  numbers["winch_x"] = 2.0 * radius * numbers.at("falls");
  numbers["winch_speed"] = numbers.at("speed") * numbers.at("falls");
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
  constexpr double kGravity = 9.81;  // [m/s²]
  const double mass = rounded_down(0.5 * take_up / kGravity);
  numbers["take_up_mass"] = mass;
  numbers["take_up_force"] = take_up - mass * kGravity * lift / length;
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
  std::string pulleys;
  for (int k = 0; k < falls; ++k) {
    const bool is_hook = has_block && k % 2 == 0;
    const std::string number = k < 2 ? "" : fmt::format("_{}", k / 2 + 1);
    pulleys += fmt::format(
        "      {{\n        \"name\": \"{}{}\", \"center\": [{:.10g}, {:.10g}], \"radius\": @radius@, \"side\": "
        "\"{}\",\n"
        "        \"inertia\": @inertia@, \"bearing_damping\": 2, \"motion\": {{\"type\": \"free\"}}{}\n      }}{}",
        is_hook ? "hook" : "top", number, (2 * k + 1) * radius, numbers.at(is_hook ? "low" : "high"),
        is_hook ? "left" : "right",
        !is_hook ? ""
        : k == 0 ? ",\n        \"mount\": {\"type\": \"slider\", \"direction\": [0, 1], \"mass\": @load@}"
                 : ",\n        \"moves_with\": \"hook\"",
        k + 1 < falls ? ",\n" : "");
  }
  return {{"pulleys", pulleys},
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
  }
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

// Of a hoist whose rope ends at the load or at the top.
bool are_falls(double value) {
  return value == 1.0 || (value >= 2.0 && value <= kMostFalls && std::fmod(value, 2.0) == 0.0);
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
    if (value > 0.0 || (value == 0.0 && property->may_be_zero)) continue;
    sentences.push_back(fmt::format("--{} {}: must be {}; give for example \"{}\"", name, text,
                                    property->may_be_zero ? "0 or positive" : "positive", property->usual));
  }
  return sentences;
}

std::string drive_file(const DriveKind& kind, const std::string& name, const GivenProperties& given) {
  std::string text(embedded::drive_template(fmt::format("{}.json.in", kind.name)));
  replace_all(text, "\"@name@\"", Json(name).dump());
  const Numbers numbers = derived(kind, given);
  Texts texts = kind.name == "hoist" ? hoist_parts(numbers) : Texts{};
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
