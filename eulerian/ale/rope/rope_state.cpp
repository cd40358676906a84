// SPDX-License-Identifier: MIT
#include "eulerian/ale/rope/rope_state.hpp"

#include <cmath>
#include <utility>

namespace beltdyn::eulerian::ale {
namespace {

// The contact points under pressure, for each pulley; `starts`: σ of the begin of each element.
std::vector<std::vector<TouchingPiece>> contacts_of(const AleEquations& equations, const BeltObservation& observation,
                                                    const RopePath& path, const std::vector<double>& starts) {
  const AleModel& model = equations.model();
  const AleArrays& arrays = equations.arrays();
  const auto W = static_cast<std::size_t>(arrays.layout.lanes());
  std::vector<std::vector<TouchingPiece>> contacts(path.arcs().size());
  for (int e = 0; e < model.mesh.n_elements(); ++e) {
    const auto element = static_cast<std::size_t>(e);
    const std::size_t first = arrays.layout.at(e, static_cast<int>(kContactPoints), 0);
    for (std::size_t p = 0; p < kContactPoints; ++p) {
      const auto field = [&](ContactField f) { return arrays.contacts[arrays.contact_at(e, p, f)]; };
      if (!(field(ContactField::pressure) > 0.0)) continue;
      const auto pulley = static_cast<std::size_t>(model.mesh.owners[element]);
      const double turn = path.arcs()[pulley].turn;
      const std::size_t at = first + p * W;
      const double length = observation.length[at];
      const double natural = length / observation.stretch[at];
      contacts[pulley].push_back(
          {.sigma = starts[element] + model.contact_rule[p].xi * model.mesh.spread[element].length,
           .length = length,
           .normal = field(ContactField::pressure) * natural,
           .traction = turn * field(ContactField::traction) * natural,
           .slip = turn * observation.slip_velocity[at],
           .direction = static_cast<int>(turn * field(ContactField::state))});
    }
  }
  return contacts;
}

// σ of the begins of the elements, measured from the first end, which may be away from the begin of the mesh.
std::vector<double> starts_of(const AleEquations& equations) {
  const AleMesh& mesh = equations.model().mesh;
  const Vec2<double> off = equations.ends()->position(0) - mesh.nodes.front().place;
  std::vector<double> starts{-dot(off, mesh.nodes.front().tangent)};
  for (const ElementSpread& spread : mesh.spread) starts.push_back(starts.back() + spread.length);
  return starts;
}

}  // namespace

RopeState rope_state_of(const AleEquations& equations, const RopePath& path) {
  const AleModel& model = equations.model();
  const AleArrays& arrays = equations.arrays();
  const auto W = static_cast<std::size_t>(arrays.layout.lanes());
  const std::vector<double> starts = starts_of(equations);
  BeltObservation observation(arrays.layout, kContactPoints);
  equations.kernel().observe(equations.pulleys(), observation);
  std::vector<RopePlace> places;
  for (int e = 0; e < model.mesh.n_elements(); ++e) {
    const double* from = observation.points.data() + arrays.layout.at(e, 2 * static_cast<int>(kPointValues), 0);
    for (int half = 0; half < 2; ++half, from += kPointValues * W) {
      const auto at = static_cast<std::size_t>(e);
      places.push_back({.sigma = starts[at] + 0.5 * half * model.mesh.spread[at].length,
                        .force = from[4 * W],
                        .speed = from[5 * W],
                        .strain = from[3 * W],
                        .acceleration = {from[6 * W], from[7 * W]}});
    }
  }
  places.front().sigma = 0.0;
  return {std::move(places), contacts_of(equations, observation, path, starts)};
}

}  // namespace beltdyn::eulerian::ale
