// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "api/fmu/content.hpp"
#include "api/fmu/exporter.hpp"
#include "core/base/version.hpp"

namespace beltdyn::fmu {
namespace {

// Escapes a text for XML and HTML.
std::string escape(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

// Exponents of kg, m, s and rad.
using Exponents = std::array<int, 4>;

std::optional<Exponents> exponents_of_symbol(std::string_view symbol) {
  static const std::map<std::string_view, Exponents> known{
      {"1", {}},
      {"kg", {1, 0, 0, 0}},
      {"m", {0, 1, 0, 0}},
      {"s", {0, 0, 1, 0}},
      {"rad", {0, 0, 0, 1}},
      {"Hz", {0, 0, -1, 0}},
      {"N", {1, 1, -2, 0}},
      {"J", {1, 2, -2, 0}},
      {"W", {1, 2, -3, 0}},
      {"Pa", {1, -1, -2, 0}},
  };
  const auto found = known.find(symbol);
  if (found == known.end()) return std::nullopt;
  return found->second;
}

// The exponents of a unit as in columns and keys: "N m s/rad", "kg m^2"; factors after a slash divide.
std::optional<Exponents> exponents_of(std::string_view unit) {
  Exponents sum{};
  int sign = 1;
  while (!unit.empty()) {
    const std::size_t end = std::min(unit.find_first_of(" /"), unit.size());
    std::string_view symbol = unit.substr(0, end);
    int power = 1;
    if (const std::size_t hat = symbol.find('^'); hat != std::string_view::npos) {
      const std::string_view digits = symbol.substr(hat + 1);
      if (std::from_chars(digits.data(), digits.data() + digits.size(), power).ec != std::errc()) return std::nullopt;
      symbol = symbol.substr(0, hat);
    }
    const std::optional<Exponents> one = exponents_of_symbol(symbol);
    if (!one) return std::nullopt;
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += sign * power * (*one)[i];
    if (end < unit.size() && unit[end] == '/') sign = -1;
    unit.remove_prefix(std::min(end + 1, unit.size()));
  }
  return sum;
}

std::string unit_definitions(const std::vector<Variable>& variables) {
  std::set<std::string> units;
  for (const Variable& variable : variables) {
    if (variable.type == ValueType::real && variable.unit != "-") units.insert(variable.unit);
  }
  if (units.empty()) return {};
  std::string text = "  <UnitDefinitions>\n";
  for (const std::string& unit : units) {
    std::string base;
    if (const std::optional<Exponents> exponents = exponents_of(unit)) {
      constexpr std::array<const char*, 4> kNames{"kg", "m", "s", "rad"};
      for (std::size_t i = 0; i < kNames.size(); ++i) {
        if ((*exponents)[i] != 0) base += fmt::format(" {}=\"{}\"", kNames[i], (*exponents)[i]);
      }
      base = fmt::format("<BaseUnit{}/>", base);
    }
    text += fmt::format("    <Unit name=\"{}\">{}</Unit>\n", escape(unit), base);
  }
  return text + "  </UnitDefinitions>\n";
}

std::string type_element(const Variable& variable) {
  const bool has_start = variable.causality != Causality::output;
  switch (variable.type) {
    case ValueType::integer:
      return fmt::format("<Integer start=\"{:.0f}\"/>", variable.start);
    case ValueType::boolean:
      return fmt::format("<Boolean start=\"{}\"/>", variable.start != 0.0);
    case ValueType::real:
      break;
  }
  return fmt::format("<Real{}{}/>", variable.unit == "-" ? "" : fmt::format(" unit=\"{}\"", escape(variable.unit)),
                     has_start ? fmt::format(" start=\"{}\"", variable.start) : "");
}

std::string scalar_variable(const Variable& variable, std::size_t reference) {
  const char* kind = "";
  switch (variable.causality) {
    case Causality::input:
      kind = "causality=\"input\" variability=\"continuous\"";
      break;
    case Causality::output:
      kind = "causality=\"output\" variability=\"continuous\" initial=\"calculated\"";
      break;
    case Causality::parameter:
      kind = "causality=\"parameter\" variability=\"fixed\" initial=\"exact\"";
      break;
  }
  return fmt::format("    <ScalarVariable name=\"{}\" valueReference=\"{}\"{} {}>{}</ScalarVariable>\n",
                     escape(variable.name), reference,
                     variable.meaning.empty() ? "" : fmt::format(" description=\"{}\"", escape(variable.meaning)), kind,
                     type_element(variable));
}

// Lists outputs by their positions among the variables, from 1.
std::string unknowns(const std::vector<Variable>& variables, const char* element) {
  std::string text = fmt::format("    <{}>\n", element);
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (variables[i].causality == Causality::output) text += fmt::format("      <Unknown index=\"{}\"/>\n", i + 1);
  }
  return text + fmt::format("    </{}>\n", element);
}

constexpr const char* kCapabilities =
    "canHandleVariableCommunicationStepSize=\"true\" canInterpolateInputs=\"true\" "
    "maxOutputDerivativeOrder=\"0\" canNotUseMemoryManagementFunctions=\"true\" canGetAndSetFMUstate=\"true\" "
    "canSerializeFMUstate=\"true\" providesDirectionalDerivative=\"false\"";

std::string rows(const std::vector<Variable>& variables, Causality causality) {
  std::string text;
  for (const Variable& variable : variables) {
    if (variable.causality != causality) continue;
    text += fmt::format("<tr><td><code>{}</code></td><td>{}</td><td>{}</td></tr>\n", escape(variable.name),
                        escape(variable.unit), escape(variable.meaning));
  }
  return text;
}

std::string table(const char* title, const char* text, const std::vector<Variable>& variables, Causality causality) {
  return fmt::format(
      "<h2>{}</h2>\n<p>{}</p>\n<table>\n<tr><th>name</th><th>unit</th><th>meaning</th></tr>\n{}</table>\n", title, text,
      rows(variables, causality));
}

}  // namespace

std::string model_description(const MadeContent& made, const std::string& guid) {
  const std::vector<Variable>& variables = made.content.variables;
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"{}\" guid=\"{}\" version=\"{}\" license=\"MIT\"\n"
      "    description=\"A belt or rope drive in BeltDyn\" generationTool=\"BeltDyn {}\"\n"
      "    variableNamingConvention=\"flat\">\n"
      "  <CoSimulation modelIdentifier=\"{}\" {}/>\n",
      escape(made.content.name), guid, build_info().version, build_info().version, kModelIdentifier, kCapabilities);
  text += unit_definitions(variables);
  text +=
      "  <LogCategories>\n    <Category name=\"logStatusError\"/>\n    <Category name=\"logStatusDiscard\"/>\n"
      "    <Category name=\"logStatusFatal\"/>\n  </LogCategories>\n";
  text += fmt::format("  <DefaultExperiment startTime=\"0\" stopTime=\"{}\" stepSize=\"{}\"/>\n", made.end_time,
                      made.time_step);
  text += "  <ModelVariables>\n";
  for (std::size_t i = 0; i < variables.size(); ++i) text += scalar_variable(variables[i], i);
  text += "  </ModelVariables>\n  <ModelStructure>\n";
  text += unknowns(variables, "Outputs") + unknowns(variables, "InitialUnknowns");
  return text + "  </ModelStructure>\n</fmiModelDescription>\n";
}

std::string documentation(const MadeContent& made) {
  const std::vector<Variable>& variables = made.content.variables;
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>{0}</title></head>\n<body>\n"
      "<h1>{0}</h1>\n"
      "<p>A co-simulation unit (FMI 2.0) of BeltDyn {1}. Its configuration is in resources/unit.json. It needs no "
      "other "
      "file; the licences of what it contains are in documentation/licenses.</p>\n"
      "<p>A communication step is taken in equal steps no longer than the time step of the run. With steps of {2} s "
      "and "
      "no inputs set, the outputs are those of <code>beltdyn run</code> to the last bit.</p>\n",
      escape(made.content.name), build_info().version, made.time_step);
  text += table("Inputs",
                "An input keeps its value over a step. With a first derivative (fmi2SetRealInputDerivatives) it goes "
                "on linearly over the next step and keeps the value that it reaches. A speed, an angle, a rotation or "
                "a displacement without a derivative is reached evenly over the step; a pulley begins at the initial "
                "angle.",
                variables, Causality::input);
  text += table("Outputs", "The columns of history.csv.", variables, Causality::output);
  text += table("Parameters",
                "The numbers of the configuration by their JSON pointers, as --set takes them. They are set before "
                "the initialisation ends.",
                variables, Causality::parameter);
  return text + "</body>\n</html>\n";
}

}  // namespace beltdyn::fmu
