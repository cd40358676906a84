// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "analytic/contour/contact_profile.hpp"
#include "analytic/contour/strain_law.hpp"
#include "core/drive/contour_drive.hpp"
#include "core/run/simulation.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn::analytic {

// The contour drive at time-dependent speeds, without a mesh. The profile of each pulley travels with its surface
// (ContactProfile). The levels y₀ (slack) and y₁ (tight) of the spans follow from the balance of material in the two
// halves of the contour, pulley k with the span behind it. E_k is the elongation of half k, S_k = ∫V_k dt over the
// step, C_k the elongation of the belt that was on pulley k before, I_k that of the belt that comes in:
//
//     C_k(y_k) + I_k(y_{1−k}) + a δ(y_k) = E_k,     E_k = E_k⁻ + I_k(y_{1−k}) − I_{1−k}(y_k) − S_k + S_{1−k}
//
// (δ = 1 − ρ). E₀ + E₁ = 0 holds by construction, so that the material length is conserved. I_k cancels: the two
// equations are coupled only while a slip zone reaches into the belt that came in during the step, and Newton's
// iteration treats this coupling as known. The entry level is linear in the distance travelled, so that the scheme is
// of second order in the step.
//
// Source: [Oborin 2018] Sections 4 and 7; the delay equations (46) do not cover varying speeds and reversals of slip.
class FrontTracking {
 public:
  FrontTracking(const ContourDrive& drive, StrainModel model);

  // Takes a step of dt > 0 [s], divided at kinks of the speeds and where the belt would move by more than half a
  // contact. Strong guarantee. Throws SolverError if the belt slips on a whole pulley or at its entry, if a speed is
  // negative, or if Newton's iteration does not converge.
  void advance(double dt);

  double time() const { return state_.time; }  // [s]
  const StrainLaw& law() const { return law_; }
  const Levels& levels() const { return state_.levels; }
  const ContactProfile& profile(std::size_t k) const { return state_.profiles[k]; }
  // The slip zone of the last step: its length [m], and +1 forward, −1 backward, 0 none.
  double slip_length(std::size_t k) const { return state_.slip_lengths[k]; }
  int direction(std::size_t k) const { return state_.directions[k]; }
  SolverStatistics statistics() const { return state_.statistics; }

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  struct State {
    double time = 0.0;  // [s]
    Levels levels{};
    double elongation = 0.0;  // E₀ = −E₁ [m]
    std::array<ContactProfile, 2> profiles;
    std::array<double, 2> slip_lengths{};
    std::array<int, 2> directions{};
    SolverStatistics statistics{};
  };

  void substep(State& state, double end_time) const;
  // Solves the two balances for the levels, and returns the envelopes at the solution.
  std::array<Envelope, 2> solve(State& state, const std::array<double, 2>& shift) const;
  void require_valid(const State& state, const Levels& old_levels, const std::array<double, 2>& shift,
                     const std::array<Envelope, 2>& envelopes) const;

  ContourDrive drive_;
  StrainLaw law_;
  double span_length_;  // [m]
  State state_;
  State trial_;
};

}  // namespace beltdyn::analytic
