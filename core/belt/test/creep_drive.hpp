// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "core/belt/belt_simulation.hpp"
#include "core/drive/belt/test/test_belt_drives.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn::test {

// The drive of [Ntarladima 2023] with both motions prescribed, without gravity, bearing damping and belt inertia.
inline BeltDrive creep_test_drive() {
  return edited_drive(
      {R"(/pulleys/0/motion={"type": "prescribed", "angular_velocity": {"type": "constant", "value": 12}})",
       R"(/pulleys/1/motion={"type": "prescribed", "angular_velocity": {"type": "constant", "value": 11}})",
       "/pulleys/1/bearing_damping=0", "/belt/mass_per_length=0", "/gravity=[0, 0]"});
}

// A belt in steady creep in closed form, to test BeltSimulation. The belt has no inertia and no bending stiffness; the
// spans behind pulleys 1 and 2 have the forces F_1 < F_2. On each pulley the belt sticks up to the slip arc
// β = ln(F_2/F_1)/μ before the exit, where the force follows Euler-Eytelwein. F_2 is given; F_1 follows from the length
// of the belt. The flux is that of a belt that sticks to pulley 1 with the force F_2. Because particles travel, the
// lists begin at another place at each instant. The pulleys turn as prescribed, independent of the creep.
class CreepDrive final : public BeltSimulation {
 public:
  // The middle of each span is `deflection` to the left of its path [m].
  CreepDrive(const BeltDrive& drive, double tight_force, int points, double deflection = 0.0)
      : BeltSimulation(drive), force_{0.0, tight_force}, points_(points), deflection_(deflection) {
    double high = tight_force;
    double low = tight_force * std::exp(-kFriction * 3.0);  // slip on nearly all of a half turn
    for (int i = 0; i < 100; ++i) {
      force_[0] = 0.5 * (low + high);
      // a slacker belt has more material in the loop
      (material_before(path().length()) > drive.reference_length() ? low : high) = force_[0];
    }
  }

  double slack_force() const { return force_[0]; }
  double slip_arc() const { return std::log(force_[1] / force_[0]) / kFriction; }
  // Reference length per time [m/s].
  double mass_flow() const { return 12.0 * path().arcs()[0].radius / stretch(force_[1]); }
  double force_at(double sigma) const {
    const PathPlace place = path().locate(sigma);
    if (place.pulley < 0) return force_[static_cast<std::size_t>(place.span)];
    const auto k = static_cast<std::size_t>(place.pulley);
    const double slipped = place.local / path().arcs()[k].radius - path().arcs()[k].wrap + slip_arc();
    const double sign = k == 0 ? -1.0 : 1.0;  // the force falls along the driving pulley
    return force_[1 - k] * std::exp(sign * kFriction * std::max(0.0, slipped));
  }

  // From now on time only numbers motions, and pulleys are not accelerated.
  void number_motions() { accelerates_pulleys_ = false; }

  bool accelerates_pulleys() const override { return accelerates_pulleys_; }
  double time() const override { return time_; }
  double time_step() const override { return 1e-3; }
  void advance(double dt) override { time_ += dt; }
  SolverStatistics statistics() const override { return {}; }
  void save(StateWriter& writer) const override { writer.number("time", time_); }
  void restore(StateReader& reader) override { time_ = reader.number("time"); }

  std::vector<PulleyState> pulley_states() const override {
    const double moment = path().arcs()[0].radius * (force_[1] - force_[0]);
    return {{.angle = 12.0 * time_, .angular_velocity = 12.0, .contact_moment = -moment},
            {.angle = 11.0 * time_, .angular_velocity = 11.0, .contact_moment = moment}};
  }
  BeltMap belt() const override {
    const double spacing = path().length() / points_;
    const double first = path().periodic(0.3 * time_);
    std::vector<BeltPoint> points;
    std::vector<ContactPoint> contacts;
    for (int i = 0; i < points_; ++i) {
      const double sigma = first + i * spacing;
      const double force = force_at(sigma);
      points.push_back({.material = material_at(sigma),
                        .position = position_at(sigma),
                        .strain = stretch(force) - 1.0,
                        .force = force,
                        .speed = mass_flow() * stretch(force)});
      contacts.push_back(contact_at(sigma, force));
      contacts.back().material = points.back().material;
    }
    return belt_map(std::move(points), std::move(contacts));
  }

  // s(σ) at the present time, σ in [0, 2 L] [m].
  double material_at(double sigma) const {
    const double length = path().length();
    return sigma <= length ? material_before(sigma) - mass_flow() * time_
                           : material_before(length) + material_at(sigma - length);
  }

 private:
  static constexpr double kFriction = 0.5;

  Eigen::Vector2d position_at(double sigma) const {
    const PathPoint point = path().point(sigma);
    const PathPlace place = path().locate(sigma);
    if (place.span < 0) return point.position;
    const double part = place.local / path().spans()[static_cast<std::size_t>(place.span)].length;
    return point.position + 4.0 * part * (1.0 - part) * deflection_ * point.normal;
  }
  // ∫ dσ/λ from 0 to σ ≤ L
  double material_before(double sigma) const {
    double material = 0.0;
    for (std::size_t k = 0; k < 2; ++k) {
      const PathArc& arc = path().arcs()[k];
      const PathSpan& span = path().spans()[k];
      const double stick = arc.radius * std::max(0.0, arc.wrap - slip_arc());
      const double entering = force_[1 - k];
      material += std::clamp(sigma - arc.start, 0.0, stick) / stretch(entering);
      // With λ = a + b exp(c φ):  ∫ dφ/λ = (φ − ln(λ/λ_0)/c)/a.
      const double phi = std::clamp(sigma - arc.start - stick, 0.0, arc.length() - stick) / arc.radius;
      const double c = k == 0 ? -kFriction : kFriction;
      const double a = 1.0 + drive().reference_strain();
      const double growth = stretch(entering * std::exp(c * phi)) / stretch(entering);
      material += arc.radius * (phi - std::log(growth) / c) / a;
      material += std::clamp(sigma - span.start, 0.0, span.length) / stretch(force_[k]);
    }
    return material;
  }
  double stretch(double force) const { return 1.0 + drive().reference_strain() + force / drive().belt.axial_stiffness; }
  ContactPoint contact_at(double sigma, double force) const {
    const PathPlace place = path().locate(sigma);
    if (place.pulley < 0) return {};
    const PathArc& arc = path().arcs()[static_cast<std::size_t>(place.pulley)];
    const bool slips = place.local / arc.radius > arc.wrap - slip_arc();
    const bool drives = place.pulley == 0;
    const double pressure = force / arc.radius;
    using contact::ContactState;
    return {.pulley = place.pulley,
            .pressure = pressure,
            .traction = slips ? (drives ? 1.0 : -1.0) * kFriction * pressure : 0.0,
            .state = !slips   ? ContactState::stick
                     : drives ? ContactState::slip_backward
                              : ContactState::slip_forward};
  }

  std::array<double, 2> force_;
  int points_;
  double deflection_;
  double time_ = 0.0;
  bool accelerates_pulleys_ = true;
};

}  // namespace beltdyn::test
