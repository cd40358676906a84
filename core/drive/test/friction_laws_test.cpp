// SPDX-License-Identifier: MIT
#include "core/drive/friction_laws.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/reader.hpp"
#include "core/config/writers.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::friction_laws_test {

namespace {

FrictionLawConfig read(const std::string& text) {
  FrictionLawConfig law;
  const config::JsonDocument document = config::JsonDocument::parse("law.json", text);
  config::Reader(document).read([&law](config::FieldVisitor& v) { visit_friction_law(v, law, LawScale::point); });
  return law;
}

// The friction force after a slip of 1 mm in 10 ms under 2 N, from a relaxed state [N].
double friction(const auto& law) {
  using History = typename std::decay_t<decltype(law)>::History;
  History trial{};
  return -law.respond(contact::even_step(1e-3, 1e-2, 2.0), History{}, trial).traction;
}
double friction_of(const std::string& text) {
  return std::visit([](const auto& config) { return friction(config.law()); }, read(text));
}

std::string mistakes(const std::string& text) {
  try {
    read(text);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "none";
}

const std::string kStribeck = R"("coefficient": {"type": "stribeck", "static": 1.2, "kinetic": 0.9, "velocity": 0.1})";
const contact::StribeckCurve kCurve({.static_coefficient = 1.2, .kinetic_coefficient = 0.9, .velocity = 0.1});

}  // namespace

TEST_CASE("friction law configuration: each type is the law with these parameters") {
  CHECK(friction_of(R"({"type": "regularised_coulomb", "coefficient": 0.3, "velocity": 0.2, "form": "hyperbolic"})") ==
        friction(contact::RegularisedCoulomb(
            {.friction_coefficient = 0.3, .velocity = 0.2, .form = contact::Regularisation::hyperbolic})));
  CHECK(friction_of(R"({"type": "elastoplastic_coulomb", "coefficient": 0.9, "stiffness": 1500, "damping": 2})") ==
        friction(contact::ElastoplasticCoulomb({.friction_coefficient = 0.9, .stiffness = 1500.0, .damping = 2.0})));
  CHECK(friction_of(R"({"type": "dahl", "coefficient": 0.9, "stiffness": 1500, "exponent": 1.5})") ==
        friction(contact::Dahl({.friction_coefficient = 0.9, .stiffness = 1500.0, .exponent = 1.5})));
  CHECK(
      friction_of(R"({"type": "lugre", )" + kStribeck + R"(, "stiffness": 1500, "damping": 0.3, "viscosity": 0.4})") ==
      friction(contact::LuGre({.stribeck = kCurve, .stiffness = 1500.0, .damping = 0.3, .viscosity = 0.4})));
  CHECK(friction_of(R"({"type": "bristle", )" + kStribeck + R"(, "stiffness": 1500, "damping": 2})") ==
        friction(contact::Bristle({.limit = kCurve, .stiffness = 1500.0, .damping = 2.0})));
  const std::string gms = R"({"type": "gms", )" + kStribeck +
                          R"(, "elements": [{"stiffness": 900, "share": 0.25}, {"stiffness": 5000, "share": 0.75}],
                             "attraction": 20, "viscosity": 0.1, "relaxation": "by_share"})";
  CHECK(friction_of(gms) == friction(contact::Gms({.stribeck = kCurve,
                                                   .stiffness = {900.0, 5000.0},
                                                   .share = {0.25, 0.75},
                                                   .attraction = 20.0,
                                                   .viscosity = 0.1,
                                                   .relaxation = contact::GmsRelaxation::by_share})));
}

TEST_CASE("friction law configuration: a constant coefficient is that at every velocity") {
  const auto law = std::get<LuGreConfig>(
      read(R"({"type": "lugre", "coefficient": {"type": "constant", "value": 0.7}, "stiffness": 1})"));
  for (const double velocity : {0.0, 1e-3, 1.0, 1e3}) CHECK(law.coefficient.curve().limit(velocity) == 0.7);
}

TEST_CASE("friction law configuration: a constant coefficient has the same forms in all laws") {
  for (const std::string members :
       {R"("type": "elastoplastic_coulomb", "stiffness": 1500)", R"("type": "dahl", "stiffness": 1500)",
        R"("type": "regularised_coulomb", "velocity": 0.2, "form": "hyperbolic")",
        R"("type": "bliman_sorine", "distance": 1e-3, "ratio": 0.3)", R"("type": "lugre", "stiffness": 1500)",
        R"("type": "bristle", "stiffness": 1500)"}) {
    const auto with = [&members](const char* coefficient) {
      return fmt::format(R"({{{}, "coefficient": {}}})", members, coefficient);
    };
    CHECK(law_text(read(with(R"({"type": "constant", "value": 0.3})"))) == law_text(read(with("0.3"))));
    CHECK(mistakes(with(R"({"type": "constant", "value": -0.3})")).find("/coefficient/value = -0.3: must be") !=
          std::string::npos);
  }
  CHECK(mistakes(R"({"type": "dahl", "stiffness": 1500, )" + kStribeck + "}") ==
        "law.json:1: /coefficient/type = \"stribeck\": must be \"constant\" here, or give the friction coefficient mu; "
        "the laws lugre, gms and bristle take others");
}

TEST_CASE("friction law configuration: a written law is read back unchanged") {
  for (const FrictionLawEntry& entry : kFrictionLaws) {
    if (entry.name == CoulombConfig::kType) continue;  // not available at a single point
    // With only the type given, the errors say that the other keys are missing, and do not object to the type.
    const std::string message = mistakes(R"({"type": ")" + std::string(entry.name) + "\"}");
    CHECK(message.find("is missing") != std::string::npos);
    CHECK(message.find("/type") == std::string::npos);
  }
  const std::string text =
      R"({"type": "gms", )" + kStribeck + R"(, "elements": [{"stiffness": 900, "share": 1}], "attraction": 20})";
  CHECK(law_text(read(law_text(read(text)))) == law_text(read(text)));
  CHECK(law_name(read(text)) == "gms");
  CHECK(law_text(read(text)).find(R"("exponent":2)") != std::string::npos);
}

TEST_CASE(
    "friction law configuration: rigid Coulomb friction is one of belts, and has a law once a method gave it a "
    "stiffness") {
  CHECK(mistakes(R"({"type": "coulomb", "coefficient": 0.5})").find("/type") != std::string::npos);
  FrictionLawConfig law;
  const auto document = config::JsonDocument::parse("law.json", R"({"type": "coulomb", "coefficient": 0.5})");
  config::Reader(document).read([&law](config::FieldVisitor& v) { visit_friction_law(v, law, LawScale::per_area); });
  REQUIRE(std::holds_alternative<CoulombConfig>(law));
  CHECK(law_text(law, LawScale::per_area) == R"({"type":"coulomb","coefficient":0.5})");
  CHECK_THROWS_AS(friction_law(law, 2.0), UsageError);
  std::get<CoulombConfig>(law).stiffness = 1e9;
  const auto friction_with = [](const FrictionLawConfig& config, double area) {
    return std::visit([](const auto& l) { return friction(l); }, friction_law(config, area));
  };
  CHECK(friction_with(law, 2.0) ==
        friction(contact::ElastoplasticCoulomb({.friction_coefficient = 0.5, .stiffness = 2e9})));
  CHECK(friction_with(pressed(law, 3.0), 1.0) ==
        friction(contact::ElastoplasticCoulomb({.friction_coefficient = 1.5, .stiffness = 1e9})));
  CHECK(law_text(law, LawScale::per_area) == R"({"type":"coulomb","coefficient":0.5})");
}

// Each law, with all its parameters.
const std::vector<std::string> kEveryLaw{
    R"({"type": "elastoplastic_coulomb", "coefficient": 0.9, "stiffness": 1500, "damping": 2})",
    R"({"type": "regularised_coulomb", "coefficient": 0.3, "velocity": 0.2, "form": "hyperbolic"})",
    R"({"type": "dahl", "coefficient": 0.9, "stiffness": 1500, "exponent": 1.5})",
    R"({"type": "bliman_sorine", "coefficient": 0.5, "excess": 0.2, "distance": 1e-3, "ratio": 0.3})",
    R"({"type": "lugre", )" + kStribeck + R"(, "stiffness": 1500, "damping": 0.3, "viscosity": 0.4})",
    R"({"type": "bristle", )" + kStribeck + R"(, "stiffness": 1500, "damping": 2})",
    R"({"type": "gms", )" + kStribeck +
        R"(, "elements": [{"stiffness": 900, "share": 0.25}, {"stiffness": 5000, "share": 0.75}],
           "attraction": 20, "viscosity": 0.1, "relaxation": "by_share"})"};

// The tractions over forward and backward steps, starting in `mode`. `factor` multiplies the normal force.
std::vector<double> tractions(const FrictionLawConfig& any_law, double factor, double mode) {
  constexpr double kLast = 1e-2;  // [s]
  return std::visit(
      [&](const auto& config) {
        const auto law = config.law();
        typename std::decay_t<decltype(law)>::History history{};
        if constexpr (std::decay_t<decltype(history)>::kSize > 0) history.mode.front() = mode;
        std::vector<double> found;
        for (const double slip : {1e-4, 3e-4, 2e-3, -1e-4, -4e-3, 1e-3}) {
          const double normal_force = factor * (2.0 + 200.0 * slip);
          auto trial = history;
          found.push_back(law.respond(contact::even_step(slip, kLast, normal_force), history, trial).traction);
          history = trial;
          found.push_back(law.traction({.velocity = slip / kLast, .normal_force = normal_force}, history));
        }
        return found;
      },
      any_law);
}

TEST_CASE("friction law configuration: a law pressed by a factor has the friction of that normal force") {
  CHECK(kEveryLaw.size() + 1 == kFrictionLaws.size());  // all but coulomb, which has no law at a single point
  constexpr double kFactor = 2.9238;
  for (const std::string& text : kEveryLaw) {
    CAPTURE(text);
    for (const double mode : {0.0, 1.0}) {
      const std::vector<double> wanted = tractions(read(text), kFactor, mode);
      const std::vector<double> found = tractions(pressed(read(text), kFactor), 1.0, mode);
      // Rounding of some tens of operations on numbers up to the largest traction: 2 N times 1.2 times the factor.
      for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(close(found[i], wanted[i], {.abs = 1e-13}));
    }
  }
}

TEST_CASE("friction law configuration: conditions between the parameters") {
  CHECK(mistakes(R"({"type": "gms", )" + kStribeck +
                 R"(, "elements": [{"stiffness": 900, "share": 0.9}], "attraction": 1})") ==
        R"(law.json:1: /elements = [{"stiffness":900,"share":0.9}]: the shares of the )"
        "normal force sum to 0.9; they must sum to 1");
  CHECK(mistakes(R"({"type": "lugre", "stiffness": 1,
                     "coefficient": {"type": "stribeck", "static": 0.8, "kinetic": 0.9, "velocity": 0.1}})") ==
        "law.json:2: /coefficient/static = 0.8: is below the kinetic coefficient, 0.9; exchange the two");
}

}  // namespace beltdyn::friction_laws_test
