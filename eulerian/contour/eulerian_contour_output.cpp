// SPDX-License-Identifier: MIT
// Results of an EulerianContour; nothing here changes its state.
#include <algorithm>
#include <cmath>

#include "eulerian/contour/eulerian_contour.hpp"

namespace beltdyn::eulerian {

// The begin of the slip zone at the exit of a pulley, as a distance from the entry [m]. In slip the strain is linear,
//
//   ε_slip(σ) = ε_exit − direction (f/b) (R − σ),
//
// and in stick it deviates from that line. The front is the zero of the straight line through ε − ε_slip at the middles
// of the last two sticking elements. It may lie before the first slipping element, but by no more than an element plus
// the displacement of the belt in a step, since states switch late by that much.
double EulerianContour::front(int pulley, int first_slipping, int direction) const {
  const double h = element_length(pulley);
  const double counted = first_slipping * h;
  if (parameters_.slip_length == SlipLength::counted || first_slipping < 2) return counted;
  const auto k = static_cast<std::size_t>(pulley);
  const double exit_strain = belt_.span_strain(k);
  const double slope = direction * drive().friction_force[k] / drive().axial_stiffness;
  const auto departure = [&](int element) {
    const double sigma = (element + 0.5) * h;
    return belt_.strain(k, static_cast<std::size_t>(element)) -
           (exit_strain - slope * (drive().contact_length[k] - sigma));
  };
  const double near = departure(first_slipping - 1);
  const double far = departure(first_slipping - 2);
  // Beyond the front the slip line limits the strain, so that forward slip means a falling strain.
  if (!(direction * (far - near) > 0.0)) return counted;
  const double reach = h + last_travel_;
  const double zero = counted - 0.5 * h + h * near / (far - near);
  return std::clamp(std::clamp(zero, counted - reach, counted + reach), 0.0, drive().contact_length[k]);
}

void EulerianContour::append_slip_zones(int pulley, std::vector<SlipZone>& zones) const {
  const int n = parameters_.elements_per_contact;
  const double entry = drive().entry(pulley);
  const double h = element_length(pulley);
  int first = 0;      // first of the elements that slip in the same direction
  int direction = 0;  // direction of slip
  const auto close_zone = [&](int end) {
    if (direction == 0) return;
    const bool at_exit = end == n;
    zones.push_back({.pulley = pulley,
                     .begin = entry + (at_exit ? front(pulley, first, direction) : first * h),
                     .end = at_exit ? drive().exit(pulley) : entry + end * h,
                     .direction = direction});
  };
  int element = 0;
  belt_.layout().for_each_element(static_cast<std::size_t>(pulley), [&](std::size_t slot) {
    if (const int now = contact::slip_direction(contact_.states()[slot]); now != direction) {
      close_zone(element);
      first = element;
      direction = now;
    }
    ++element;
  });
  close_zone(n);
}

std::vector<SlipZone> EulerianContour::slip_zones() const {
  std::vector<SlipZone> zones;
  append_slip_zones(0, zones);
  append_slip_zones(1, zones);
  return zones;
}

// Works are integrated by the trapezoidal rule. Elements have constant strain: with 40 elements on a pulley the
// shortest zone that is evaluated has a dozen of them, a staircase whose slope is wrong by 2.5 %.
ContourTolerances EulerianContour::balance_tolerances() const { return {.power = 1e-3, .eytelwein = 0.1}; }

void EulerianContour::keep_books(const std::array<double, 2>& travel) {
  PowerFlow works;
  for (std::size_t k = 0; k < 2; ++k) {
    double force = 0.0;
    double loss = 0.0;
    belt_.layout().for_each_element(k, [&](std::size_t slot) {
      const double traction = contact_.tractions()[slot];
      force += traction;
      loss -= traction * relative_displacement_[slot];
    });
    const double work = force * belt_.element_length(k) * travel[k];
    works.supplied += work;
    works.exchanged += std::abs(work);
    works.lost += loss * belt_.element_length(k);
  }
  ledger_.add(works);
}

double EulerianContour::stored_energy() const {
  return belt_.integral(
      [this](double strain) { return 0.5 * drive().axial_stiffness * strain * strain / (1.0 + strain); });
}

ContourState EulerianContour::state() const {
  ContourState result{
      .strain_tight = belt_.span_strain(1), .strain_slack = belt_.span_strain(0), .length_error = belt_.length_error()};
  add_slip(slip_zones(), result);
  return result;
}

ProfilePoint EulerianContour::profile_point(double sigma) const {
  const ContourPlace place = locate(drive(), sigma);
  const numerics::ClosedChainLayout& layout = belt_.layout();
  ProfilePoint point{.sigma = sigma, .contact_state = static_cast<int>(ContactState::free)};
  std::size_t begin = 0;  // slots of the nodes on both sides of the point
  std::size_t end = 0;
  double weight = 0.0;  // 0 at the first node, 1 at the second [-]
  if (place.pulley < 0) {
    const std::size_t span = place.tight_span ? 1 : 0;
    begin = layout.node(span, layout.elements());
    end = layout.node(1 - span, 0);
    weight = place.local / drive().span_length();
    point.strain = belt_.span_strain(span);
  } else {
    const auto k = static_cast<std::size_t>(place.pulley);
    const double position = place.local / belt_.element_length(k);
    const std::size_t element = std::min(static_cast<std::size_t>(position), layout.elements() - 1);
    begin = layout.node(k, element);
    end = layout.node(k, element + 1);
    weight = position - static_cast<double>(element);
    point.strain = belt_.strain(k, element);
    point.traction = contact_.traction(k, element);
    point.contact_state = static_cast<int>(contact_.state(k, element));
  }
  // v = −(1 + ε) ∂s̄/∂t, [Oborin 2018] Eq. (58), with the rate of the last step
  const double increment = increment_[begin] + weight * (increment_[end] - increment_[begin]) - last_travel_;
  point.speed = -(1.0 + point.strain) * increment / last_step_;
  point.force = drive().axial_stiffness * point.strain;
  return point;
}

std::vector<double> EulerianContour::natural_profile_points() const {
  std::vector<double> sigma;
  for (int pulley = 0; pulley < 2; ++pulley) {
    for (int i = 0; i < parameters_.elements_per_contact; ++i) {
      sigma.push_back(drive().entry(pulley) + (i + 0.5) * element_length(pulley));
    }
    sigma.push_back(drive().exit(pulley) + 0.5 * drive().span_length());
  }
  return sigma;
}

}  // namespace beltdyn::eulerian
