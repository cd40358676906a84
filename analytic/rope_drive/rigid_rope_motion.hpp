// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "core/dynamics/rope/rigid_rope_solver.hpp"
#include "core/numerics/ode/explicit_steps.hpp"
#include "core/numerics/solve/cyclic_chain_layout.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn::analytic {

// A RigidRope in time, from event to event: a sheave begins to slip or stick, a brake begins to slide or hold, a body
// is released, a time function has a kink. Between events the motion is smooth and integrated by the Dormand-Prince
// pair; events are located as roots. Parts that stick have exactly equal speeds, so that a held rope stays in place for
// ever.
class RigidRopeMotion {
 public:
  // The error of a step is below the tolerance, relative to displacements, speeds and energies. Throws SolverError if
  // the rope has no motion at the start.
  RigidRopeMotion(RigidRope rope, double tolerance);
  RigidRopeMotion(const RigidRopeMotion&) = delete;
  RigidRopeMotion& operator=(const RigidRopeMotion&) = delete;

  // Strong guarantee. Throws SolverError if the rope goes slack, leaves a sheave, or an end reaches a sheave.
  void advance_to(double end);

  // While the rope is at rest: the time at which it came to rest, and the displacement since a brake began to act, if
  // one did.
  struct Stop {
    double time{};                         // [s]
    std::optional<double> displacement{};  // [m]
  };
  struct Sheave {
    double speed{};          // c [m/s]
    double displacement{};   // ∫c dt [m]
    double slip_distance{};  // ∫|v − c| dt [m]
    double slip_energy{};    // dissipated by slip [J]
    double brake_energy{};   // dissipated by the brake [J]
  };

  const RigidRope& rope() const { return rope_; }
  double time() const { return state_.time; }
  double speed() const { return state_.x[kSpeed]; }                // v [m/s]
  double displacement() const { return state_.x[kDisplacement]; }  // q = ∫v dt [m]
  double span_length(std::size_t k) const;                         // counted from 0 [m]
  Sheave sheave(std::size_t k) const;                              // [m/s], [m], [J]
  const RigidForces& forces() const { return forces_; }
  const RigidModes& modes() const { return state_.modes; }
  const std::optional<Stop>& stop() const { return state_.stop; }
  // Energy-balance error, relative to the energy exchanged: < 0 for energy created, > 0 for energy lost [-].
  double energy_defect() const;
  double exchanged_energy() const;  // to which it is relative [J]
  SolverStatistics statistics() const { return statistics_; }

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  using Vector = numerics::AlignedVector;
  // Components of the state: q, v, work supplied, work exchanged, then for each sheave the members of Sheave.
  static constexpr std::size_t kDisplacement = 0;
  static constexpr std::size_t kSpeed = 1;
  static constexpr std::size_t kWork = 2;
  static constexpr std::size_t kExchanged = 3;
  static constexpr std::size_t kFirstSheave = 4;
  static constexpr std::size_t kPerSheave = 5;
  static std::size_t at(std::size_t sheave, std::size_t member = 0) {
    return kFirstSheave + kPerSheave * sheave + member;
  }

  struct State {
    double time{};  // [s]
    Vector x{};
    RigidModes modes{};
    double step{};  // next trial step [s]
    bool moves{};
    std::optional<Stop> stop{};
    bool is_braked{};      // has a brake begun to act?
    double braked_from{};  // q at which it began; before that, the last q without brake [m]
  };

  bool has_given_end(double time) const;
  double given_speed(double time) const;
  // Sets the exact speeds of parts that are prescribed, held or stick.
  void adjust(double time, Vector& x) const;
  void take_load(double time, const Vector& x);
  void solve_at(double time, const Vector& x);
  void rates(double time, const Vector& x, Vector& dxdt);
  double kinetic_energy(const Vector& x) const;
  double potential_energy(const Vector& x) const;

  void step_towards(double end);
  double smooth_until(double end) const;
  void go_on_to(double time);
  // The smallest quantity that must stay positive while the modes hold.
  double least_guard(double time, const Vector& x);
  double sheave_guard(std::size_t k, const Vector& x) const;
  double rope_guard(std::size_t k) const;
  std::optional<double> first_event(double start, double end);
  void change_modes(double from);
  void touch();
  void follow_stops();
  void throw_if_over() const;

  RigidRope rope_;
  RigidRopeSolver solver_;
  numerics::DormandPrince stepper_;
  State state_;
  double limit_ = 0.0;  // time functions have their derivatives before this time [s]
  double initial_energy_ = 0.0;
  double reference_energy_ = 0.0;  // smaller exchanges of energy count as rounding [J]
  int changes_ = 0;                // number of changes without progress in time
  SolverStatistics statistics_;
  RigidLoad load_;
  RigidForces forces_;
  Vector trial_;
};

}  // namespace beltdyn::analytic
