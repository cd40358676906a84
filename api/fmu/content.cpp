// SPDX-License-Identifier: MIT
#include "api/fmu/content.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include "api/cpp/session.hpp"
#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/text_file.hpp"
#include "formulations/all_formulations.hpp"

namespace beltdyn::fmu {
namespace {

constexpr std::array<const char*, 3> kCausalities{"input", "output", "parameter"};
constexpr std::array<const char*, 3> kTypes{"real", "integer", "boolean"};

// Name, unit and description of an input.
struct ActText {
  const char* name;
  const char* unit;
  const char* meaning;
};

ActText text_of(library::Act act) {
  switch (act) {
    case library::Act::torque:
      return {"torque", "N m", "moment on pulley {}, in addition to those of the configuration"};
    case library::Act::speed:
      return {"speed", "rad/s", "angular velocity of pulley {}, reached evenly over a step"};
    case library::Act::angle:
      return {"angle", "rad", "angle of pulley {}, reached evenly over a step"};
    case library::Act::brake:
      return {"brake", "N m", "largest moment of the brake of pulley {}"};
    case library::Act::force:
      return {"force", "N", "force along the slide of pulley {}, in addition to that of the configuration"};
    case library::Act::arm:
      return {"arm", "rad", "rotation of the arm of pulley {} from its drawn position, reached evenly over a step"};
    case library::Act::slide:
      break;
  }
  return {"slide", "m", "displacement of pulley {} from its drawn position, reached evenly over a step"};
}

Variable variable_of(const library::ControlledInput& input) {
  const ActText text = text_of(input.act);
  return {.name = fmt::format("input_{}_{}", text.name, input.label),
          .unit = text.unit,
          .meaning = fmt::format(fmt::runtime(text.meaning), input.label),
          .causality = Causality::input,
          .type = ValueType::real,
          .start = input.initial};
}

template <class Enum>
Enum one_of(std::span<const char* const> names, const Json& json) {
  const auto found = std::ranges::find(names, json.text());
  if (found == names.end()) throw JsonError("no such word");
  return static_cast<Enum>(found - names.begin());
}

Json json_of(const Variable& v) {
  return {{"name", v.name},
          {"unit", v.unit},
          {"meaning", v.meaning},
          {"causality", kCausalities[static_cast<std::size_t>(v.causality)]},
          {"type", kTypes[static_cast<std::size_t>(v.type)]},
          {"start", v.start}};
}

Variable variable_from(const Json& json) {
  return {.name = json["name"].text(),
          .unit = json["unit"].text(),
          .meaning = json["meaning"].text(),
          .causality = one_of<Causality>(kCausalities, json["causality"]),
          .type = one_of<ValueType>(kTypes, json["type"]),
          .start = json["start"].get<double>()};
}

}  // namespace

std::string Content::to_json() const {
  Json list = Json::array();
  for (const Variable& variable : variables) list.push_back(json_of(variable));
  const Json json{
      {"name", name}, {"controlled", controlled}, {"variables", list}, {"configuration", Json::parse(configuration)}};
  return json.dump(1) + "\n";
}

Content Content::from_json(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    Content content{.name = json["name"].text(),
                    .controlled = json["controlled"].get<std::vector<std::string>>(),
                    .variables = {},
                    .configuration = json["configuration"].dump()};
    for (const Json& variable : json["variables"]) content.variables.push_back(variable_from(variable));
    return content;
  } catch (const JsonError& error) {
    throw IoError(fmt::format("resources/unit.json is damaged ({}); export the unit again", error.what()));
  }
}

MadeContent content_of(const std::string& configuration, const std::vector<std::string>& controlled) {
  const auto document = config::JsonDocument::parse("configuration", configuration);
  Configuration read = read_configuration(document, all_formulations());
  const library::Session session(document, read.runs.front().name, controlled);
  MadeContent made{.content = {.name = read.name, .controlled = controlled, .configuration = configuration},
                   .end_time = read.end_time,
                   .time_step = session.time_step()};
  std::vector<Variable>& variables = made.content.variables;
  for (const library::ControlledInput& input : session.inputs()) variables.push_back(variable_of(input));
  for (const HistoryColumn& column : session.columns()) {
    variables.push_back({.name = column.name, .unit = column.unit, .causality = Causality::output});
  }
  std::ranges::move(parameters_of(read), std::back_inserter(variables));
  return made;
}

std::string guid_of(std::string_view unit_json) {
  const std::uint64_t first = checksum(unit_json);
  const std::uint64_t second = checksum(fmt::format("{:x}{}", first, unit_json));
  return fmt::format("{{{:08x}-{:04x}-{:04x}-{:04x}-{:012x}}}", first >> 32U, (first >> 16U) & 0xffffU, first & 0xffffU,
                     second >> 48U, second & 0xffffffffffffU);
}

}  // namespace beltdyn::fmu
