// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include "lagrangian/contour/lagrangian_contour.hpp"

namespace {

// One step of [Oborin 2018] Section 3 in the stationary state; argument: the number of elements n, with τ = 0.6/n.
void lagrangian_contour_step(benchmark::State& state) {
  using beltdyn::TimeFunction;
  const int elements = static_cast<int>(state.range(0));
  const beltdyn::ContourDrive drive{.contour_length = 6.0,
                                    .contact_length = {1.0, 1.0},
                                    .axial_stiffness = 1.0,
                                    .friction_force = {0.2, 0.2},
                                    .surface_speed = {TimeFunction(1.0), TimeFunction(0.9)}};
  const double time_step = 0.1 * drive.contour_length / elements;
  beltdyn::lagrangian::LagrangianContour simulation(drive, {.elements = elements, .time_step = time_step});
  constexpr double kStationary = 3.0;  // [s]
  while (simulation.time() < kStationary) simulation.advance(time_step);
  for (auto _ : state) simulation.advance(time_step);
  state.SetItemsProcessed(state.iterations() * elements);
}
BENCHMARK(lagrangian_contour_step)->Arg(600)->Arg(6000);

}  // namespace
