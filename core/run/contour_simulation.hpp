// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "core/drive/contour_drive.hpp"
#include "core/run/energy_ledger.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn {

// The state that every formulation of the contour drive reports at a time.
struct ContourState {
  double strain_tight{};                // ε₊ [-]
  double strain_slack{};                // ε₋ [-]
  std::array<double, 2> slip_length{};  // c₁, c₂, contour lengths [m]
  std::array<int, 2> slip_direction{};  // +1 forward, −1 backward, 0 none
  double length_error{};                // (material length in the contour)/(initial one) − 1 [-]
};

// The tolerances of the balances of a contour drive in a correct run; 0: the formulation does not report the balance.
struct ContourTolerances {
  double length = 1e-12;   // of length_error; the default is rounding [-]
  double power = 0.0;      // of balance_power [-]
  double eytelwein = 0.0;  // of eytelwein_k [-]
};

// Sets slip lengths and directions: the sum of the zones on each pulley, and the prevailing direction.
void add_slip(std::span<const SlipZone> zones, ContourState& state);

// A contour drive in any formulation. The first history columns are common to all formulations; the balances come last:
//
//   balance_power [-]    the work of the pulleys, Σ V_k F_k with F_1 = b (ε₊ − ε₋) = −F_2, equals the dissipation by
//                        slip plus the strain energy; see EnergyLedger::defect
//   eytelwein_k [-]      difference between the slope of the force in the longest slip zone of pulley k and the
//   traction
//                        there, relative to the traction; 0 if no zone reaches 1/π of the contact length
class ContourSimulation : public Simulation {
 public:
  explicit ContourSimulation(ContourDrive drive) : drive_(std::move(drive)) {}

  const ContourDrive& drive() const { return drive_; }
  virtual ContourState state() const = 0;

  std::vector<ProfilePoint> profile(std::span<const double> sigma) const final;
  double contour_length() const final { return drive_.contour_length; }
  std::vector<std::string> preflight(double) const override { return {}; }

  // The length of belt that may have just landed on a pulley and not slipped yet, where nodes land one by one [m].
  virtual double landing_length() const { return 0.0; }
  // The tolerances of the balances.
  virtual ContourTolerances balance_tolerances() const { return {}; }

 protected:
  // Columns of a single formulation; they follow the common ones.
  virtual void add_own_columns(History&) const {}
  // The present strain energy, ∫ ½ b ε² ds [J].
  virtual double stored_energy() const { return 0.0; }
  // The power from the pulleys to the belt at the strains ε₊ and ε₋, without losses.
  PowerFlow pulley_flow(double strain_tight, double strain_slack) const;

  EnergyLedger ledger_;  // advanced in each step by formulations that report balance_power

  // The belt at a path coordinate; the caller sets sigma.
  virtual ProfilePoint profile_point(double sigma) const = 0;

 private:
  void add_columns(History& history) const final;
  void add_balances(History& history) const;
  double reference_energy() const;
  // See gross_slip.hpp: here a pulley is in gross slip if its whole contact slips, with Coulomb friction.
  std::vector<int> gross_slip(const ContourState& now) const;
  double eytelwein_defect(std::size_t k, std::span<const SlipZone> zones) const;

  ContourDrive drive_;
};

}  // namespace beltdyn
