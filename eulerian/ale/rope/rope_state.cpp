// SPDX-License-Identifier: MIT
#include "eulerian/ale/rope/rope_state.hpp"

#include <cmath>
#include <utility>

namespace beltdyn::eulerian::ale {
namespace {

BeltObservation observed(const AleEquations& equations) {
  BeltObservation observation(equations.arrays().layout, kContactPoints);
  equations.kernel().observe(equations.pulleys(), observation);
  return observation;
}

// Calls visit(pulley, piece) for each contact point under pressure, whose piece is given in the sense of σ on a path
// that turns around all pulleys counter-clockwise; the σ of the begin of element e is starts[e].
template <class Visit>
void for_each_touching(const AleEquations& equations, const BeltObservation& observation,
                       const std::vector<double>& starts, const Visit& visit) {
  const AleModel& model = equations.model();
  const AleArrays& arrays = equations.arrays();
  const auto W = static_cast<std::size_t>(arrays.layout.lanes());
  for (int e = 0; e < model.mesh.n_elements(); ++e) {
    const auto element = static_cast<std::size_t>(e);
    const std::size_t first = arrays.layout.at(e, static_cast<int>(kContactPoints), 0);
    for (std::size_t p = 0; p < kContactPoints; ++p) {
      const auto field = [&](ContactField f) { return arrays.contacts[arrays.contact_at(e, p, f)]; };
      if (!(field(ContactField::pressure) > 0.0)) continue;
      const std::size_t at = first + p * W;
      const double length = observation.length[at];
      const double natural = length / observation.stretch[at];
      visit(static_cast<std::size_t>(model.mesh.owners[element]),
            TouchingPiece{.sigma = starts[element] + model.contact_rule[p].xi * model.mesh.spread[element].length,
                          .length = length,
                          .normal = field(ContactField::pressure) * natural,
                          .traction = field(ContactField::traction) * natural,
                          .slip = observation.slip_velocity[at],
                          .direction = static_cast<int>(field(ContactField::state))});
    }
  }
}

// σ of the begins of the elements, from the first end, which is not just where the mesh begins.
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
  const BeltObservation observation = observed(equations);
  std::vector<RopePlace> places;
  for (int e = 0; e < model.mesh.n_elements(); ++e) {
    const double* from = observation.points.data() + arrays.layout.at(e, 2 * static_cast<int>(kPointValues), 0);
    for (int half = 0; half < 2; ++half, from += kPointValues * W) {
      const auto at = static_cast<std::size_t>(e);
      places.push_back({.sigma = starts[at] + 0.5 * half * model.mesh.spread[at].length,
                        .force = from[4 * W],
                        .speed = from[5 * W],
                        .strain = from[3 * W]});
    }
  }
  places.front().sigma = 0.0;
  std::vector<std::vector<TouchingPiece>> contacts(path.arcs().size());
  for_each_touching(equations, observation, starts, [&](std::size_t pulley, TouchingPiece piece) {
    const double turn = path.arcs()[pulley].turn;
    piece.traction *= turn;
    piece.slip *= turn;
    piece.direction *= static_cast<int>(turn);
    contacts[pulley].push_back(piece);
  });
  return {std::move(places), std::move(contacts)};
}

}  // namespace beltdyn::eulerian::ale
