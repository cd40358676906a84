// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <limits>
#include <optional>

#include "core/contact/friction_law.hpp"
#include "core/drive/friction_rig_drive.hpp"
#include "core/numerics/ode/ode.hpp"

namespace beltdyn::analytic {

// One friction law under laboratory conditions: constant normal force, and a prescribed or a pulled motion. The rate
// form of the law is integrated to the given tolerance, and the switches of its modes are located in time, so that the
// results are those of the law and not of a time step. Its member functions are in friction_rig_impl.hpp.
template <contact::RateFrictionLaw Law>
class FrictionRig {
 public:
  using History = typename Law::History;
  // x, v, the work done against friction, then the internal variables of the law
  static constexpr std::size_t kMemory = 3;
  static constexpr std::size_t kSize = kMemory + History::kSize;

  // The whole state: a rig restored to it continues with the same bytes.
  struct State {
    double time{};           // [s]
    double position{};       // x [m]
    double velocity{};       // v [m/s]
    double friction_work{};  // −∫ T v dt [J]
    History history{};
    double step = std::numeric_limits<double>::infinity();  // length to try next [s]
  };

  // The solution between two times; the modes do not change within it.
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

  // Advances towards `end` > time by one step of the integrator, which ends at `end`, at a kink of the prescribed
  // motion or at a switch of the law at the latest. Throws SolverError if the integrator fails or the modes do not come
  // to rest; the state is then that of before.
  Panel advance(double end);

  // The state at a time of a panel.
  State sample(const Panel& panel, double time) const;

  // −T: the force of the belt on the surface, positive against forward slip [N].
  double friction(const State& state) const;
  // −T + c v: all that resists a pulled mass [N].
  double resistance(const State& state) const;

 private:
  using Vector = OdeState<kSize>;
  // Where in a panel the margins of the modes are looked at; a mode that ends and begins again in between is missed.
  static constexpr int kSamples = 4;
  // Halvings until the time of a switch is that of a double.
  // More switches without progress in time mean that the law chatters.
  static constexpr int kSwitchesAtOnce = 100;

  // A mode that ends in a panel.
  struct Switch {
    std::size_t mode{};
    double time{};  // the margin is negative here
  };

  Vector pack(const State& state) const;
  State unpack(double time, const Vector& vector, const History& modes) const;
  // Where a prescribed motion is at a time; what the integrator found otherwise.
  void impose_motion(State& state) const;
  Vector rates(const State& state) const;
  contact::SlipMotion motion_of(const State& state) const;
  // The first kink of the motion before `end`, otherwise `end`.
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
