// SPDX-License-Identifier: MIT
#include "eulerian/ale/rope/rope_state.hpp"

#include <cmath>
#include <utility>

namespace beltdyn::eulerian::ale {
namespace {

// Calls visit(pulley, piece) for each contact point under pressure, whose piece is given in the sense of σ on a path
// that turns around all pulleys counter-clockwise; the σ of the begin of element e is starts[e].
template <class Visit>
void for_each_touching(const AleEquations& equations, const std::vector<double>& starts, const Visit& visit) {
  const AleModel& model = equations.model();
  const AleArrays& arrays = equations.arrays();
  for (int e = 0; e < model.mesh.n_elements(); ++e) {
    const auto at = static_cast<std::size_t>(e);
    std::optional<ElementState> state;
    for (std::size_t p = 0; p < kContactPoints; ++p) {
      const auto field = [&](ContactField f) { return arrays.contacts[arrays.contact_at(e, p, f)]; };
      if (!(field(ContactField::pressure) > 0.0)) continue;
      if (!state) state = element_state(equations, e);
      const auto pulley = static_cast<std::size_t>(model.mesh.owners[at]);
      const RulePoint& point = model.contact_rule[p];
      const PointReader<double, double> reader(state->geometry, state->fields, point);
      const MeshPoint<double> m = reader.moving();
      const ContactKinematics<double> k =
          contact_kinematics(equations.pulleys()[pulley].circle, m, ContactStep{.mounts = true}, 0.0);
      const double natural = m.g * reader.weight();
      visit(pulley, TouchingPiece{.sigma = starts[at] + point.xi * model.mesh.spread[at].length,
                                  .length = reader.weight() * std::sqrt(dot(m.u, m.u)),
                                  .normal = field(ContactField::pressure) * natural,
                                  .traction = field(ContactField::traction) * natural,
                                  .slip = k.slip_velocity,
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
  BeltObservation observation(arrays.layout, kContactPoints);
  equations.kernel().observe(observation);
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
  for_each_touching(equations, starts, [&](std::size_t pulley, TouchingPiece piece) {
    const double turn = path.arcs()[pulley].turn;
    piece.traction *= turn;
    piece.slip *= turn;
    piece.direction *= static_cast<int>(turn);
    contacts[pulley].push_back(piece);
  });
  return {std::move(places), std::move(contacts)};
}

double slip_power(const AleEquations& equations, std::size_t pulley) {
  double power = 0.0;
  for_each_touching(equations, starts_of(equations), [&](std::size_t at, const TouchingPiece& piece) {
    if (at == pulley) power -= piece.traction * piece.slip;
  });
  return power;
}

}  // namespace beltdyn::eulerian::ale
