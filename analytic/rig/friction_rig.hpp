// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <limits>
#include <optional>

#include "core/contact/friction_law.hpp"
#include "core/drive/friction_rig_drive.hpp"
#include "core/numerics/ode/ode.hpp"

namespace beltdyn::analytic {

// One friction law under laboratory conditions: constant normal force, and a prescribed motion or a pulled mass. The
// rate form of the law is integrated to the given tolerance, and switches of its modes are located in time, so that the
// results show the law and not a time step. Member functions are defined in friction_rig_impl.hpp.
template <contact::RateFrictionLaw Law>
class FrictionRig {
 public:
  using History = typename Law::History;
  // Components: x, v, the work done against friction, then the internal variables of the law.
  static constexpr std::size_t kMemory = 3;
  static constexpr std::size_t kSize = kMemory + History::kSize;

  // The whole state: a rig restored to it continues with bit-identical output.
  struct State {
    double time{};           // [s]
    double position{};       // x [m]
    double velocity{};       // v [m/s]
    double friction_work{};  // −∫ T v dt [J]
    History history{};
    double step = std::numeric_limits<double>::infinity();  // length to try next [s]
  };

  // The solution between two times, without a change of modes.
  struct Panel {
    OdePanel<kSize> solution;
    History modes;     // at the start
    int rejections{};  // rejected trial steps of the integrator

    double start() const { return solution.start; }
    double end() const { return solution.end(); }
  };

  // The law starts relaxed. Throws UsageError if the normal force or the mass is not positive.
  FrictionRig(const Law& law, const FrictionRigDrive& drive, const OdeTolerance& tolerance);

  const Law& law() const { return law_; }
  const State& state() const { return state_; }
  void restore(const State& state) { state_ = state; }

  // Takes one step of the integrator towards `end` > time; it ends at `end`, at a kink of the prescribed motion or at a
  // switch of the law, whichever is first. Throws SolverError if the integrator fails or the modes keep switching; the
  // state is then unchanged.
  Panel advance(double end);

  // The state at a time of a panel.
  State sample(const Panel& panel, double time) const;

  // −T: force of the belt on the surface, positive against forward slip [N].
  double friction(const State& state) const;
  // −T + c v: total resistance to a pulled mass [N].
  double resistance(const State& state) const;

 private:
  using Vector = OdeState<kSize>;
  // Number of times in a panel at which the margins of modes are checked; a mode that ends and begins again in between
  // is missed.
  static constexpr int kSamples = 4;
  // Number of switches without progress in time above which the law counts as chattering.
  static constexpr int kSwitchesAtOnce = 100;

  // A mode that ends in a panel.
  struct Switch {
    std::size_t mode{};
    double time{};  // the margin is negative here
  };

  Vector pack(const State& state) const;
  State unpack(double time, const Vector& vector, const History& modes) const;
  // Sets the state to a prescribed motion; otherwise the integrated motion stays.
  void impose_motion(State& state) const;
  Vector rates(const State& state) const;
  contact::SlipMotion motion_of(const State& state) const;
  // The first kink of the motion before `end`; `end` if there is none.
  double next_kink(double end) const;
  double length_of_step(double end) const;
  OdeStep<kSize> integrate(double length) const;
  std::optional<Switch> first_switch(const Panel& panel) const requires contact::HybridFrictionLaw<Law>;
  Panel advance_once(double end);

  Law law_;
  FrictionRigDrive drive_;
  OdeTolerance tolerance_;
  State state_;
};

}  // namespace beltdyn::analytic
