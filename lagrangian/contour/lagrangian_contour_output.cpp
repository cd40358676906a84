// SPDX-License-Identifier: MIT
// Results of a LagrangianContour; nothing here changes its state.
#include <algorithm>
#include <cmath>

#include "lagrangian/contour/lagrangian_contour.hpp"

namespace beltdyn::lagrangian {

int LagrangianContour::slipping_nodes(int pulley) const {
  int count = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    if (pulley_[i] == pulley && contact::is_slipping(state_[i])) ++count;
  }
  return count;
}

std::vector<SlipZone> LagrangianContour::slip_zones() const {
  std::vector<SlipZone> zones;
  const auto sigma = [this](std::size_t i) { return contour_coordinate(i, displacement_[i]); };
  const auto same_zone = [this](std::size_t i, std::size_t j) {
    return pulley_[i] == pulley_[j] && state_[i] == state_[j];
  };
  for (std::size_t first = 0; first < size(); ++first) {
    const std::size_t before = previous(first);
    if (!contact::is_slipping(state_[first]) || same_zone(before, first)) continue;
    std::size_t last = first;
    while (same_zone(next(last), first)) last = next(last);
    const std::size_t behind = next(last);
    const int pulley = pulley_[first];
    SlipZone zone{.pulley = pulley,
                  .begin = drive().entry(pulley),
                  .end = drive().exit(pulley),
                  .direction = contact::slip_direction(state_[first])};
    if (pulley_[before] == pulley) zone.begin = 0.5 * (sigma(before) + sigma(first));
    if (pulley_[behind] == pulley) zone.end = 0.5 * (sigma(last) + sigma(behind));
    zones.push_back(zone);
  }
  std::sort(zones.begin(), zones.end(), [](const SlipZone& a, const SlipZone& b) { return a.begin < b.begin; });
  return zones;
}

// Nodes that leave a pulley release their traction at once: an error of first order in the element length, as the saw
// tooth of the strains.
ContourTolerances LagrangianContour::balance_tolerances() const { return {.power = 5e-3, .eytelwein = 0.1}; }

double LagrangianContour::pulley_force() const {
  const double half_span = 0.5 * drive().span_length();
  return loop_.axial_stiffness * (loop_.strain(displacement_, find(drive().exit(1) + half_span).element) -
                                  loop_.strain(displacement_, find(drive().exit(0) + half_span).element));
}

double LagrangianContour::stored_energy() const {
  double sum = 0.0;
  for (std::size_t i = 0; i < size(); ++i) {
    const double strain = loop_.strain(displacement_, i);
    sum += strain * strain;
  }
  return 0.5 * loop_.axial_stiffness * loop_.element_length * sum;
}

ContourState LagrangianContour::state() const {
  ContourState result;
  // Material points are never lost: the material length in the contour is n h by construction.
  result.length_error = 0.0;
  const double half_span = 0.5 * drive().span_length();
  result.strain_slack = loop_.strain(displacement_, find(drive().exit(0) + half_span).element);
  result.strain_tight = loop_.strain(displacement_, find(drive().exit(1) + half_span).element);
  add_slip(slip_zones(), result);
  for (std::size_t k = 0; k < 2; ++k) {
    if (parameters_.slip_length == SlipLength::counted) {
      result.slip_length[k] = slipping_nodes(static_cast<int>(k)) * loop_.element_length;
    }
  }
  return result;
}

void LagrangianContour::add_own_columns(History& history) const {
  history.add("node_1_speed", "m/s", [this] { return velocity_[0]; });
  history.add("node_1_position", "m", [this] {
    return material_coordinate(0) + displacement_[0] + static_cast<double>(laps_) * drive().contour_length;
  });
}

// The element at a contour point. Nodes lie in the order of their numbers; node n lies before node 1 of the next lap.
LagrangianContour::ElementPoint LagrangianContour::find(double sigma) const {
  const double length = drive().contour_length;
  const auto position = [this](std::size_t i) { return material_coordinate(i) + displacement_[i]; };
  const double target = sigma + length * std::ceil((position(0) - sigma) / length);  // in [σ_1, σ_1 + L)
  std::size_t low = 0;
  std::size_t high = size();  // the first node behind the target
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (position(middle) <= target ? low : high) = middle;
  }
  const double end = high == size() ? position(0) + length : position(high);
  const double weight = (target - position(low)) / (end - position(low));
  return {.element = low, .weight = std::clamp(weight, 0.0, 1.0)};
}

ProfilePoint LagrangianContour::profile_point(double sigma) const {
  const ElementPoint element_point = find(sigma);
  const std::size_t left = element_point.element;
  const std::size_t right = next(left);
  const double strain = loop_.strain(displacement_, left);
  ProfilePoint point{.sigma = sigma,
                     .strain = strain,
                     .force = loop_.axial_stiffness * strain,
                     .speed = velocity_[left] + element_point.weight * (velocity_[right] - velocity_[left]),
                     .contact_state = static_cast<int>(ContactState::free)};
  const ContourPlace place = locate(drive(), sigma);
  if (place.pulley < 0) return point;
  // Each node represents the belt half-way to its neighbours, if it is on the same pulley.
  std::size_t node = element_point.weight < 0.5 ? left : right;
  if (pulley_[node] != place.pulley) node = node == left ? right : left;
  if (pulley_[node] != place.pulley) return point;
  const double traction = contact::is_slipping(state_[node])
                              ? friction_[static_cast<std::size_t>(place.pulley)].respond(state_[node], 0.0).traction
                              : loop_.reaction(displacement_, node);
  point.traction = traction / (1.0 + strain);  // converted from per material length to per contour length
  point.contact_state = static_cast<int>(state_[node]);
  return point;
}

std::vector<double> LagrangianContour::natural_profile_points() const {
  std::vector<double> sigma(size());
  for (std::size_t i = 0; i < sigma.size(); ++i) sigma[i] = (static_cast<double>(i) + 0.5) * loop_.element_length;
  return sigma;
}

}  // namespace beltdyn::lagrangian
