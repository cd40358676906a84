// SPDX-License-Identifier: MIT
#include "eulerian/ale/transient/running_belt.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "eulerian/ale/contact/contact_root.hpp"
#include "eulerian/ale/steady/steady_drive.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// Smallest numbers of elements, and number of halvings at touching points.
constexpr int kFewestOnPulley = 16;
constexpr int kFewestInSpan = 4;
constexpr int kRefinement = 2;
// Largest number of elements on a pulley and in a span. Particles find their own equilibrium from this start; a finer
// mesh takes longer and gives no better start.
constexpr int kMost = 96;

MeshParameters mesh_of(const BeltDrive& drive, double longest_element) {
  const BeltPath path = path_at_rest(drive);
  double arc = 0.0;
  double span = 0.0;
  for (const PathArc& a : path.arcs()) arc = std::max(arc, a.length());
  for (const PathSpan& s : path.spans()) span = std::max(span, s.length);
  const auto elements = [longest_element](double length, int fewest) {
    return std::clamp(static_cast<int>(std::ceil(std::min(length / longest_element, double{kMost}))), fewest, kMost);
  };
  return {.elements_per_pulley = elements(arc, kFewestOnPulley),
          .elements_per_span = elements(span, kFewestInSpan),
          .touching_refinement = kRefinement};
}

// A place in an element; the element must outlive it.
struct PlaceInElement {
  const ElementState& element;
  RulePoint at;

  double s(int order) const { return reader().scalar(element.fields.s, order, Follows::nothing); }
  Eigen::Vector2d r(int order) const {
    const Vec2<double> v = reader().vector(element.fields.r, order, Follows::nothing);
    return {v.x, v.y};
  }

 private:
  PointReader<double, double> reader() const { return {element.geometry, element.fields, at}; }
};

// The shape of a belt in steady motion, by the elements in the order of s.
class SteadyShape {
 public:
  explicit SteadyShape(const AleEquations& equations) : length_(equations.model().reference_length) {
    for (int e = 0; e < equations.model().mesh.size(); ++e) elements_.push_back(element_state(equations, e));
    for (const ElementState& element : elements_) begins_.push_back(place(element, 0.0).s(0));
  }

  RunningPoint operator()(double s) const {
    const double inside = s - length_ * std::floor((s - begins_.front()) / length_);
    const auto next = std::upper_bound(begins_.begin(), begins_.end(), inside);
    const auto e = static_cast<std::size_t>(std::max<std::ptrdiff_t>(next - begins_.begin() - 1, 0));
    const ElementState& element = elements_[e];
    const auto ahead = [&](double xi) { return place(element, xi).s(0) - inside; };
    // By rounding s may lie slightly outside of the element.
    const double nearest = std::abs(ahead(0.0)) < std::abs(ahead(1.0)) ? 0.0 : 1.0;
    const PlaceInElement at = place(element, root_between(ahead, 0.0, 1.0).value_or(nearest));
    // dr/ds = r_σ/s_σ,   d²r/ds² = (r_σσ − s_σσ dr/ds)/s_σ²
    const double g = at.s(1);
    const Eigen::Vector2d slope = at.r(1) / g;
    return {.place = at.r(0), .slope = slope, .curving = (at.r(2) - at.s(2) * slope) / (g * g)};
  }

 private:
  static PlaceInElement place(const ElementState& element, double xi) {
    return {.element = element, .at = rule_point(xi, 0.0)};
  }

  double length_;  // L_ref [m]
  std::vector<ElementState> elements_;
  std::vector<double> begins_;  // s at the begins of the elements [m]
};

}  // namespace

RunningBelt running_belt(const BeltDrive& drive, double longest_element) {
  SteadyDrive steady(drive, {.mesh = mesh_of(drive, longest_element), .analysis = Analysis::steady});
  steady.solve(0.0);
  const SteadyBelt& belt = steady.belt();
  return {.flux = belt.flux(),
          .speeds = belt.speeds(),
          .mounts = belt.placement().mounts,
          .point = SteadyShape(belt.equations())};
}

}  // namespace beltdyn::eulerian::ale
