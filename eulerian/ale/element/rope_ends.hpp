// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/dynamics/belt_system.hpp"
#include "core/dynamics/guided_node.hpp"
#include "eulerian/ale/element/ale_kernel.hpp"
#include "eulerian/ale/element/winch_drum.hpp"

namespace beltdyn {
struct LaidRope;
}

namespace beltdyn::eulerian::ale {

// The two ends of an open belt in the equations of a step. Their particles s are given: that at which the rope ends, or
// of a winch the one that it has paid out to. The end node goes along its span, r = R + w T, by the mesh and by w:
//
//     m (r̈ − g)·T − F − N = 0,   N the force of the belt on w,
//
// or stands still, δw = 0, where it is held. A drum that turns freely has its particle as an unknown, by the equation
// of WinchDrum.
class RopeEnds {
 public:
  // Model and arrays must outlive it.
  RopeEnds(const LaidRope& rope, const AleModel& model, AleArrays& arrays);

  static constexpr std::size_t size() { return 2; }
  // Keeps both where they are, for a start that has no other equilibrium.
  void hold(bool on) { are_held_ = on; }
  // That of bodies towards the second end in steps without inertia [m/s²].
  void set_given_acceleration(double acceleration) { given_acceleration_ = acceleration; }
  // Gives winches their particles and rates at a time, beside the state of the start, and at the end of a step of a
  // length, of which drums that turn freely are predicted; no length: drums as they are.
  void pay_out(double time);
  void pay_out(const numerics::StepScheme& scheme, double h, double time);
  // Has free drums turn by their particles in the trial state of a step with inertia.
  void turn_drums(const numerics::StepRates& rates);
  // All rope on drums has the stretch that it has at them now.
  void begin_drums();
  void commit();
  void revert();
  const std::array<std::optional<WinchDrum>, 2>& drums() const { return drums_; }

  // Adds them to the assembled equations of the belt, whose forces on them are kept.
  void enter(const BeltStep& step, bool with_tangent);

  // Weight and force of its own on what is at an end, along T [N].
  double pull(std::size_t end, double time) const;
  // Of the rope, as last evaluated [N].
  double tension(std::size_t end) const { return (end == 0 ? 1.0 : -1.0) * states_[end].force; }
  // In the state of the arrays: along T, as the rope runs towards its second end [m/s].
  Vec2<double> position(std::size_t end) const;  // [m]
  double speed(std::size_t end) const;           // [m/s]
  // From where the mesh ends, w and its rate.
  double offset(std::size_t end) const { return at(arrays_.q, end, kAcross); }       // [m]
  double offset_rate(std::size_t end) const { return at(arrays_.v, end, kAcross); }  // [m/s]
  Vec2<double> tangent(std::size_t end) const { return node(end).tangent; }
  // Natural length that a winch has paid out until a time [m], and the rate [m/s]; none of other ends.
  double paid_out(std::size_t end, double time) const;
  double pay_rate(std::size_t end, double time) const;
  // The natural length between the ends less that of the start and what winches have paid out, as part of it.
  double length_defect(double time) const;

  double energy() const;                              // kinetic and of weight, of the bodies [J]
  void add_flow(double time, PowerFlow& flow) const;  // of forces, weights and winches

  // What lasts from step to step, shape (kMemory), and behind it what drums have.
  static constexpr std::size_t kMemory = 4;
  std::vector<double> memory() const;
  // False if it is none.
  bool set_memory(std::span<const double> memory);

 private:
  struct State {
    std::size_t node{};                 // the first component of its node in the arrays
    std::size_t block{};                // the first entry of its diagonal block
    std::size_t coupling{};             // and of the blocks that couple it to the next node, or to the one before
    std::optional<std::size_t> halo{};  // where a first node of a lane has its other part in sums
    double sense{};                     // of the direction of its guide along T
    double start{};                     // its particle at the start [m]
    double force{};                     // of the belt on w [N]
    double on_material{};               // and on s [N]
  };

  const MeshNode& node(std::size_t end) const {
    return end == 0 ? model_.mesh.nodes.front() : model_.mesh.nodes.back();
  }
  const RailMotion* motion(std::size_t end) const;
  double at(const numerics::AlignedVector& nodes, std::size_t end, int component) const;
  double acceleration(std::size_t end) const;
  void complete(const State& state, numerics::AlignedVector& sums) const;
  void enter(std::size_t end, const BeltStep& step, bool with_tangent);
  void fix(std::size_t end, int component, bool with_tangent);
  void put_particle(std::size_t end, double paid_out, double rate, double acceleration);
  void put_drum(std::size_t end);
  void enter_drum(std::size_t end, bool with_tangent);
  double stretch(std::size_t end) const { return 1.0 + tension(end) / model_.section.axial_stiffness; }

  const AleModel& model_;
  AleArrays& arrays_;
  std::array<GuidedNode, 2> guided_;
  std::array<std::optional<TimeFunction>, 2> winches_;
  std::array<std::optional<WinchDrum>, 2> drums_{};
  std::array<State, 2> states_;
  bool are_held_ = false;
  double given_acceleration_{};
};

}  // namespace beltdyn::eulerian::ale
