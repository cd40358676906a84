// SPDX-License-Identifier: MIT
// Rope drives for the tests of formulations with finite elements.
#pragma once

#include <string>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/json_document.hpp"
#include "core/config/reader.hpp"
#include "core/drive/rope/rope_drive.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn::test {

inline RopeDrive read_rope(const std::string& ends, const std::string& pulleys, const std::string& belt,
                           double friction = 0.1, const std::string& more = {}) {
  RopeDrive drive;
  const config::JsonDocument document = config::JsonDocument::parse(
      "rope.json", fmt::format(R"({{"ends": [{}], "pulleys": [{}], "belt": {{{}}}, "gravity": [0, -9.81],
                                   "contact": {{"friction": {{"type": "coulomb", "coefficient": {}}}}}{}}})",
                               ends, pulleys, belt, friction, more));
  config::Reader(document).read([&drive](config::FieldVisitor& v) { drive.visit(v); });
  return drive;
}

inline std::string body(double mass, double x, double y, const std::string& more = {}) {
  return fmt::format(R"({{"type": "body", "mass": {}, "position": [{}, {:.17g}], "direction": [0, 1]{}}})", mass, x, y,
                     more);
}

inline std::string wheel(const std::string& more = R"(, "motion": {"type": "free"})") {
  return R"({"center": [0, 0], "radius": 0.22, "side": "right", "inertia": 0.9)" + more + "}";
}

inline void advance(Simulation& simulation, double end) {
  while (simulation.time() < end - 0.5 * simulation.time_step()) simulation.advance(simulation.time_step());
}

// The reason why a run until that time ends with a SolverError; empty if it does not.
inline std::string reason_of_end(Simulation& simulation, double time) {
  try {
    advance(simulation, time);
  } catch (const SolverError& error) {
    return error.what();
  }
  return {};
}

// Two weights over a wheel of 0.9 kg m², the heavier one held for 0.05 s.
inline RopeDrive two_weights(double friction, const std::string& of_wheel = R"(, "motion": {"type": "free"})") {
  return read_rope(body(1.0, -0.22, -2.0) + "," + body(1.2, 0.22, -1.0, R"(, "held_until": 0.05)"), wheel(of_wheel),
                   R"("axial_stiffness": 1e5, "mass_per_length": 1e-4)", friction);
}

}  // namespace beltdyn::test
