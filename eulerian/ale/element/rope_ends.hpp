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

// The two ends of an open belt in the equations of a step. The particle s at an end is given: the end of the rope, or
// at a winch the natural length that it has paid out. The end node moves along its span, r = R + w T, with the mesh and
// by w. It obeys
//
//     m (r̈ − g)·T − F − N = 0,   N the force of the belt on w,
//
// or δw = 0 where it is held. At a drum that turns freely the particle is an unknown, with the equation of WinchDrum.
class RopeEnds {
 public:
  // Model and arrays must outlive it.
  RopeEnds(const LaidRope& rope, const AleModel& model, AleArrays& arrays);

  static constexpr std::size_t size() { return 2; }
  // Holds both ends, for a start that has no other equilibrium.
  void hold(bool on) { are_held_ = on; }
  // Acceleration of the bodies towards the second end in steps without inertia [m/s²].
  void set_given_acceleration(double acceleration) { given_acceleration_ = acceleration; }
  // Sets the particles of winches and their rates: with `time` alone for the state of the start, where drums stay as
  // they are; with a step of length h for the end of the step at `time`, for which drums that turn freely are
  // predicted.
  void pay_out(double time);
  void pay_out(const numerics::StepScheme& scheme, double h, double time);
  // Turns free drums according to their particles in the trial state of a step with inertia.
  void turn_drums(const numerics::StepRates& rates);
  // Winds all rope on the drums with the stretch that the rope beside them has now.
  void begin_drums();
  void commit();
  void revert();
  const std::array<std::optional<WinchDrum>, 2>& drums() const { return drums_; }

  // Adds the ends to the assembled equations of the belt, and stores the forces of the belt on them.
  void enter(const BeltStep& step, bool with_tangent);

  // Sum of weight and applied force at an end, along T [N].
  double pull(std::size_t end, double time) const;
  // Axial force of the rope at an end, as last evaluated [N].
  double tension(std::size_t end) const { return (end == 0 ? 1.0 : -1.0) * states_[end].force; }
  // Position and velocity of an end in the state of the arrays. The velocity is along T, which points to the second
  // end.
  Vec2<double> position(std::size_t end) const;  // [m]
  double speed(std::size_t end) const;           // [m/s]
  // Displacement w of an end from the end of the mesh, and its rate.
  double offset(std::size_t end) const { return at(arrays_.q, end, kAcross); }       // [m]
  double offset_rate(std::size_t end) const { return at(arrays_.v, end, kAcross); }  // [m/s]
  Vec2<double> tangent(std::size_t end) const { return node(end).tangent; }
  // Natural length that a winch has paid out until a time [m], and its rate [m/s]; 0 at other ends.
  double paid_out(std::size_t end, double time) const;
  double pay_rate(std::size_t end, double time) const;
  // Relative error of the natural length between the ends, compared with the length at the start and the lengths paid
  // out.
  double length_defect(double time) const;

  double energy() const;                              // kinetic energy and energy of weight of the bodies [J]
  void add_flow(double time, PowerFlow& flow) const;  // power of forces, weights and winches

  // The state that is kept from step to step, shape (kMemory), followed by the states of the drums.
  static constexpr std::size_t kMemory = 4;
  std::vector<double> memory() const;
  // False if the numbers are not a valid state.
  bool set_memory(std::span<const double> memory);

 private:
  struct State {
    std::size_t node{};                 // position of the first component of its node in the arrays
    std::size_t block{};                // position of the first entry of its diagonal block
    std::size_t coupling{};             // position of the first entry of the block that couples it to its neighbour
    std::optional<std::size_t> halo{};  // second position of a node that is the first one of a lane, in sums
    double sense{};                     // +1 or −1: sense of its guide along T
    double start{};                     // its particle at the start [m]
    double force{};                     // force of the belt on w [N]
    double on_material{};               // force of the belt on s [N]
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
  double given_acceleration_{};  // [m/s²]
};

}  // namespace beltdyn::eulerian::ale
