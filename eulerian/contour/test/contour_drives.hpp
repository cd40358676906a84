// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "core/run/state_archive.hpp"
#include "eulerian/contour/eulerian_contour.hpp"

namespace beltdyn::eulerian::test {

// The drive of [Oborin 2018] with the parameters (62).
inline ContourDrive oborin_62(const TimeFunction& speed_1 = TimeFunction(1.0),
                              const TimeFunction& speed_2 = TimeFunction(0.999)) {
  return {.contour_length = 6.0,
          .contact_length = {1.0, 1.0},
          .axial_stiffness = 1.0,
          .friction_force = {0.002, 0.002},
          .surface_speed = {speed_1, speed_2}};
}

// Pulleys of different length, friction and speed; on both the belt slips within about a second.
inline ContourDrive unequal_drive() {
  return {.contour_length = 6.0,
          .contact_length = {1.2, 0.7},
          .axial_stiffness = 1.0,
          .friction_force = {0.002, 0.003},
          .surface_speed = {TimeFunction(1.0), TimeFunction(0.999)}};
}

inline void advance_to(Simulation& simulation, double time) {
  while (simulation.time() < time - 0.5 * simulation.time_step()) simulation.advance(simulation.time_step());
}

inline std::vector<std::uint8_t> bytes(const Simulation& simulation) {
  StateWriter writer;
  simulation.save(writer);
  return writer.to_cbor();
}

}  // namespace beltdyn::eulerian::test
