// SPDX-License-Identifier: MIT
// Broken configurations of the contour drive, each with the exact message the user gets.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/simulation/configuration.hpp"
#include "verification/all_formulations.hpp"

using namespace beltdyn;

namespace {

const std::string kSound = R"({
  "format": "beltdyn/1",
  "name": "sound",
  "drive": {
    "type": "contour",
    "contour_length": 6.0,
    "contact_length": 1.0,
    "axial_stiffness": 1.0,
    "friction_force": 0.002,
    "surface_speed": [{"type": "constant", "value": 1.0}, {"type": "constant", "value": 0.999}]
  },
  "end_time": 3.0,
  "runs": [
    {"name": "dde", "formulation": "analytic_dde", "strain": "linear", "time_step": 0.1},
    {"name": "euler", "formulation": "eulerian_contour", "elements_per_contact": 50, "stick_penalty": 1e6, "time_step": 0.01},
    {"name": "lagrange", "formulation": "lagrangian_contour", "elements": 600, "time_step": 1e-3}
  ]
})";

// What the user reads about the text, all lines.
std::string mistakes(const std::string& text) {
  try {
    read_configuration(config::JsonDocument::parse("case.json", text), verification::all_formulations());
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "none";
}

std::string replaced(const std::string& from, const std::string& to) {
  std::string text = kSound;
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

struct Broken {
  std::string from;
  std::string to;
  std::string message;
};

#include "verification/test/broken_configurations.inc"

}  // namespace

TEST_CASE("bad configuration: the sound one is sound") { CHECK(mistakes(kSound) == "none"); }

TEST_CASE("bad configuration: each mistake has its own exact message") {
  CHECK(kBroken.size() >= 40);
  for (const Broken& broken : kBroken) {
    CAPTURE(broken.to);
    CHECK(mistakes(replaced(broken.from, broken.to)) == broken.message);
  }
}
