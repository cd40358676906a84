// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/numerics/solve/closed_chain_solver.hpp"
#include "core/run/contour_simulation.hpp"
#include "core/run/step_clock.hpp"
#include "eulerian/contour/contact_field.hpp"
#include "eulerian/contour/contour_belt.hpp"
#include "eulerian/contour/contour_newton.hpp"
#include "eulerian/contour/eulerian_contour_parameters.hpp"

namespace beltdyn::eulerian {

// The belt of a contour drive with fixed elements, [Oborin 2018] Section 5. A step of length τ
//
//   1. finds the material coordinates for which the energy of the belt is stationary, Eqs. (56) to (61); each contact
//      element sticks or slips according to its state from the step before;
//   2. gives each element its state for the next step by contact::CoulombFriction (StatusUpdate::active_set repeats 1
//      with the new states until they agree).
//
// The surfaces of the pulleys are moved by ∫V dt, so a variable speed costs no accuracy. Friction is per contour
// length: the scheme converges to StrainModel::finite_contour. The material length in the contour is conserved to
// rounding, because s̄ is periodic.
//
// Sign of the traction: q of [Oborin 2018] Section 5 is the force on the PULLEY; here it is the force on the belt.
class EulerianContour final : public ContourSimulation {
 public:
  EulerianContour(ContourDrive drive, const EulerianContourParameters& parameters);
  // With the given linear solver, for comparisons.
  EulerianContour(ContourDrive drive, const EulerianContourParameters& parameters,
                  std::unique_ptr<numerics::ClosedChainSolver> solver);

  double time() const override { return clock_.time(); }
  double time_step() const override { return parameters_.time_step; }
  void advance(double dt) override;

  ContourState state() const override;
  std::vector<double> natural_profile_points() const override;
  std::vector<SlipZone> slip_zones() const override;
  std::vector<std::string> preflight(double end_time) const override;
  ContourTolerances balance_tolerances() const override;
  // The explicit scheme has a stability limit; the other schemes, except the midpoint rule, have a step that blurs by
  // one per cent.
  StepScales step_scales(double end_time) const override;
  SolverStatistics statistics() const override { return statistics_; }
  void save(StateWriter& writer) const override;
  void restore(StateReader& reader) override;

 private:
  using ContactState = contact::ContactState;

  bool has_memory() const { return parameters_.scheme == Scheme::transported; }
  void predict(double dt);
  std::int64_t find_equilibrium();
  void solve_newton();
  std::int64_t find_active_set();
  [[noreturn]] void report_full_sliding() const;

  // Adds up the works of the last step: tractions times displacements of the surfaces, and times slip.
  void keep_books(const std::array<double, 2>& travel);
  double stored_energy() const override;

  double element_length(int pulley) const { return belt_.element_length(static_cast<std::size_t>(pulley)); }
  double front(int pulley, int first_slipping, int direction) const;
  void append_slip_zones(int pulley, std::vector<SlipZone>& zones) const;
  ProfilePoint profile_point(double sigma) const override;

  EulerianContourParameters parameters_;
  ContourBelt belt_;
  ContactField contact_;
  ContourNewton newton_;

  // The state, in addition to the members above.
  StepClock clock_;
  double last_step_;               // length of the last step [s]
  double last_travel_;             // T of contour_element.hpp in the last step [m]
  std::vector<double> increment_;  // w of the last step [m]
  SolverStatistics statistics_;

  // Work data of a trial step.
  double trial_step_ = 0.0;  // [s]
  std::vector<double> trial_increment_;
  std::vector<double> relative_displacement_;
  std::vector<ContactState> states_before_;
  SolverStatistics trial_statistics_;
};

}  // namespace beltdyn::eulerian
