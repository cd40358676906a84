// SPDX-License-Identifier: MIT
#include "eulerian/contour/contour_belt.hpp"

#include <algorithm>

#include "core/numerics/lanes/lanes.hpp"

namespace beltdyn::eulerian {
namespace {

using numerics::ClosedChainLayout;
using numerics::Lanes;
using numerics::load;
using numerics::store;

constexpr std::size_t kLanes = ClosedChainLayout::kLanes;

// The loops over elements are marked flatten so that every formula is inlined; otherwise its operands travel through
// memory.

// The orientation of each lane: half of a chain runs forward, half backward.
Lanes lane_orientations() {
  return Lanes([](auto lane) { return static_cast<int>(lane) % 2 == 0 ? 1.0 : -1.0; });
}

// One value for each pulley, in its two lanes.
Lanes per_pulley(const std::array<double, 2>& values) {
  return Lanes([&values](auto lane) { return values[static_cast<std::size_t>(lane) / 2]; });
}

ElementStep<Lanes> element_step(const std::array<double, 2>& length, const std::array<double, 2>& travel,
                                double axial_stiffness, double theta) {
  return {.length = per_pulley(length),
          .orientation = lane_orientations(),
          .surface_travel = per_pulley(travel),
          .reference_travel = travel[0],
          .axial_stiffness = axial_stiffness,
          .theta = theta};
}

}  // namespace

ContourBelt::ContourBelt(const ContourDrive& drive, int elements_per_contact, double theta)
    : layout_(elements_per_contact),
      contour_length_(drive.contour_length),
      span_length_(drive.span_length()),
      axial_stiffness_(drive.axial_stiffness),
      theta_(theta),
      element_length_{drive.contact_length[0] / elements_per_contact, drive.contact_length[1] / elements_per_contact},
      material_(layout_.node_slots()),
      strain_(layout_.element_slots()) {}

double ContourBelt::span_elongation(std::size_t span, std::span<const double> w) const {
  const std::size_t begin = span_begin(span);
  const std::size_t end = span_end(span);
  return ((material_[end] - material_[begin]) + (w[end] - w[begin])) / span_length_;
}

[[gnu::flatten]] void ContourBelt::gradient(const ContactField& contact, std::span<const double> w,
                                            std::span<double> result) const {
  const ElementStep<Lanes> step = element_step(element_length_, travel_, axial_stiffness_, theta_);
  const double* s = material_.data();
  const double* offset = contact.traction_offset().data();
  const double* slope = contact.traction_slope().data();
  Lanes from_behind = 0.0;
  Lanes s_first = load(s);
  Lanes w_first = load(w.data());
  for (std::size_t i = 0; i < layout_.element_slots(); i += kLanes) {
    const Lanes s_second = load(s + i + kLanes);
    const Lanes w_second = load(w.data() + i + kLanes);
    const ElementMotion<Lanes> motion = element_motion(step, s_first, s_second, w_first, w_second);
    const Lanes traction = load(offset + i) + load(slope + i) * motion.relative_displacement;
    const ElementGradient<Lanes> element = element_gradient(step, motion, traction);
    store(from_behind + element.first, result.data() + i);
    from_behind = element.second;
    s_first = s_second;
    w_first = w_second;
  }
  store(from_behind, result.data() + layout_.element_slots());

  for (std::size_t span = 0; span < 2; ++span) {
    const double elongation = span_elongation(span, w);
    const double force = elastic_gradient(axial_stiffness_, elongation, 1.0 / (1.0 + elongation));
    result[span_begin(span)] -= force;
    result[span_end(span)] += force;
  }
}

[[gnu::flatten]] void ContourBelt::hessian(const ContactField& contact, std::span<const double> w,
                                           numerics::ClosedChainMatrix& result) const {
  const ElementStep<Lanes> step = element_step(element_length_, travel_, axial_stiffness_, theta_);
  const Lanes limit = per_pulley({contact.friction(0).limit(), contact.friction(1).limit()});
  const double* s = material_.data();
  Lanes from_behind = 0.0;
  for (std::size_t i = 0; i < layout_.element_slots(); i += kLanes) {
    const ElementMotion<Lanes> motion =
        element_motion(step, load(s + i), load(s + i + kLanes), load(w.data() + i), load(w.data() + i + kLanes));
    const Lanes slope = load(contact.traction_slope().data() + i);
    const Lanes traction =
        max(min(load(contact.traction_offset().data() + i) + slope * motion.relative_displacement, limit), -limit);
    ElementHessian<Lanes> element = element_hessian(step, motion, traction, slope);
    if (layout_.has_void() && i + kLanes == layout_.element_slots()) {
      for (std::size_t pulley = 0; pulley < 2; ++pulley) {
        const std::size_t lane = ClosedChainLayout::first_node(pulley);
        element.first[lane] = element.second[lane] = element.coupling[lane] = 0.0;
      }
    }
    store(from_behind + element.first, result.diagonal.data() + i);
    store(element.coupling, result.coupling.data() + i);
    from_behind = element.second;
  }
  store(from_behind, result.diagonal.data() + layout_.element_slots());

  for (std::size_t span = 0; span < 2; ++span) {
    const double stiffness = elastic_hessian(axial_stiffness_, 1.0 / (1.0 + span_elongation(span, w))) / span_length_;
    result.diagonal[span_begin(span)] += stiffness;
    result.diagonal[span_end(span)] += stiffness;
    result.link[span] = -stiffness;
  }
}

[[gnu::flatten]] double ContourBelt::relative_displacements(std::span<const double> w, std::span<double> result) const {
  const ElementStep<Lanes> step = element_step(element_length_, travel_, axial_stiffness_, theta_);
  const double* s = material_.data();
  Lanes least = 0.0;
  Lanes s_first = load(s);
  Lanes w_first = load(w.data());
  for (std::size_t i = 0; i < layout_.element_slots(); i += kLanes) {
    const Lanes s_second = load(s + i + kLanes);
    const Lanes w_second = load(w.data() + i + kLanes);
    const ElementMotion<Lanes> motion = element_motion(step, s_first, s_second, w_first, w_second);
    store(motion.relative_displacement, result.data() + i);
    least = min(least, motion.elongation);
    s_first = s_second;
    w_first = w_second;
  }
  return 1.0 + std::min({hmin(least), span_elongation(0, w), span_elongation(1, w)});
}

void ContourBelt::move(std::span<const double> w) {
  const double constant = w[layout_.node(0, 0)];
  for (std::size_t i = 0; i < material_.size(); ++i) material_[i] += w[i] - constant;
  find_strains();
}

void ContourBelt::set_material(std::span<const double> material) {
  std::copy(material.begin(), material.end(), material_.begin());
  find_strains();
}

[[gnu::flatten]] void ContourBelt::find_strains() {
  const Lanes length = per_pulley(element_length_);
  const Lanes orientation = lane_orientations();
  Lanes first = load(material_.data());
  for (std::size_t i = 0; i < layout_.element_slots(); i += kLanes) {
    const Lanes second = load(material_.data() + i + kLanes);
    const Lanes elongation = orientation * (second - first) / length;
    store(-elongation / (1.0 + elongation), strain_.data() + i);
    first = second;
  }
}

double ContourBelt::span_strain(std::size_t span) const {
  const double elongation = (material_[span_end(span)] - material_[span_begin(span)]) / span_length_;
  return -elongation / (1.0 + elongation);
}

double ContourBelt::length_error() const {
  // ∮ (∂s/∂σ − 1) dσ: without the contour length itself, to avoid its rounding
  return integral([](double strain) { return -strain / (1.0 + strain); }) / contour_length_;
}

}  // namespace beltdyn::eulerian
