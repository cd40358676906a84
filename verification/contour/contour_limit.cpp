// SPDX-License-Identifier: MIT
#include "verification/contour/contour_limit.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "core/drive/belt/belt_drive.hpp"
#include "eulerian/ale/ale_simulation.hpp"

namespace beltdyn::verification {

BeltDrive contour_limit_drive() {
  constexpr double kUnitRadius = 1.0 / std::numbers::pi;
  constexpr double kPretension = 10.0;
  constexpr double kFriction = 0.002;  // f [N/m]
  BeltDrive drive;
  for (const double speed : {1.0, 0.999}) {
    Pulley pulley;
    pulley.center = {drive.pulleys.empty() ? 0.0 : 2.0, 0.0};
    pulley.radius = kUnitRadius;
    pulley.inertia = 1.0;
    pulley.motion = PrescribedMotion{TimeFunction(speed / kUnitRadius)};
    drive.pulleys.push_back(pulley);
  }
  drive.belt.axial_stiffness = 1.0;
  drive.belt.width = 1.0;
  drive.belt.pretension = ReferenceStrain{-kPretension};
  // The belt penetrates by 3e-7 m. The bristles deflect by 2e-8 m in stick, 1e-4 of the slip distance in the times
  // below.
  drive.contact =
      PulleyContact{PenaltyContact{1e8, 0.0}, elastoplastic_coulomb(kFriction * kUnitRadius / kPretension, 1e5)};
  return drive;
}

std::vector<SpanStrains> ale_in_contour_limit(double time_step, const std::vector<double>& times,
                                              int elements_per_pulley) {
  eulerian::ale::AleParameters parameters;
  parameters.mesh = {.elements_per_pulley = elements_per_pulley, .elements_per_span = 4};
  parameters.time_integration = eulerian::ale::TimeIntegration::quasi_static;
  parameters.time_step = time_step;
  parameters.newton_tolerance = 1e-9;  // 5e-6 of the force differences that are compared [N]
  eulerian::ale::AleSimulation simulation(contour_limit_drive(), parameters);
  const auto span_forces = [&simulation] {
    const BeltMap belt = simulation.belt();
    return std::array{belt.at(3.0 + 2.0).force, belt.at(1.0 + 1.0).force};
  };
  const std::array start = span_forces();
  std::vector<SpanStrains> strains;
  for (const double time : times) {
    const auto steps = std::lround((time - simulation.time()) / time_step);
    for (long i = 0; i < steps; ++i) simulation.advance(time_step);
    const std::array now = span_forces();
    strains.push_back({.tight = now[0] - start[0], .slack = now[1] - start[1]});  // EA = 1 N
  }
  return strains;
}

}  // namespace beltdyn::verification
