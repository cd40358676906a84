// SPDX-License-Identifier: MIT
#pragma once

#include "analytic/contour/strain_law.hpp"
#include "core/run/contour_simulation.hpp"

namespace beltdyn::analytic {

// The common part of the analytic contour solutions: on each pulley the belt sticks up to the front of the slip zone,
// and has a straight level behind it. State, profiles and slip zones follow from this. The speed of slipping belt
// follows from the conservation of material, ∂ρ/∂t + ∂(ρ v)/∂σ = 0.
class LevelSimulation : public ContourSimulation {
 public:
  LevelSimulation(ContourDrive drive, StrainModel model) : ContourSimulation(std::move(drive)), law_(model) {}

  ContourState state() const final;
  // Entries and fronts on the pulleys, and middles of the spans.
  std::vector<double> natural_profile_points() const final;
  std::vector<SlipZone> slip_zones() const final;
  // Warns if the stationary state at constant speeds would slip over a whole contact.
  std::vector<std::string> preflight(double end_time) const override;
  ContourTolerances balance_tolerances() const override;

 protected:
  struct Contact {
    ExitState exit;
    int direction{};  // +1 forward, −1 backward, 0 none
  };
  struct StickPoint {
    double level{};
    double slope{};  // dy/dσ [1/m]
  };

  const StrainLaw& law() const { return law_; }
  double slope(std::size_t k) const { return drive().friction_force[k] / drive().axial_stiffness; }  // φ_k [1/m]

  virtual Contact contact(std::size_t k) const = 0;
  // The belt `local` metres behind the entry of pulley k, in its stick zone.
  virtual StickPoint stick_point(std::size_t k, double local) const = 0;
  // Adds up the balances; to be called at the end of a step.
  void keep_books();
  // Elongation of the first `length` metres of the belt on pulley k, all in its stick zone [m].
  virtual double stick_elongation(std::size_t k, double length) const = 0;

 private:
  double stored_energy() const final;
  double slip_loss(std::size_t k) const;  // [W]

  // A pulley and the material flow over it.
  struct Flow {
    Contact contact;
    double front{};       // σ̂ of the begin of the slip zone [m]
    double level_rate{};  // dy/dt at the exit [1/s]
    double front_flow{};  // ρ v at the end of the stick zone [m/s]
  };

  ProfilePoint profile_point(double sigma) const final;
  Flow flow(std::size_t k) const;
  ProfilePoint contact_point(std::size_t k, const Flow& flow, double local) const;
  ProfilePoint span_point(const Flow& flow, double local) const;
  // Strain, force and speed at a level where the flow of material is ρ v [m/s].
  ProfilePoint point_at(double level, double material_flow) const;

  StrainLaw law_;
};

}  // namespace beltdyn::analytic
