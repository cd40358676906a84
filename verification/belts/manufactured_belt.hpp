// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "core/drive/belt/belt_drive.hpp"
#include "core/dynamics/belt_stepper.hpp"
#include "core/numerics/lanes/lane_math.hpp"
#include "eulerian/ale/transient/ale_mesh.hpp"
#include "verification/jet.hpp"

// Manufactured solutions: a belt is made to move as prescribed by a load that the equations of the continuum ask for.
// They are those of [Ntarladima 2023] Section 2 and of core/contact, taken from there and not from any element.
namespace beltdyn::verification {

using JetVector = numerics::Vec2<Jet>;

// A motion of a closed belt; S is the particle, its reference arc length [m].
class BeltMotion {
 public:
  virtual ~BeltMotion() = default;
  // r(S, t) [m]
  virtual JetVector position(const Jet& particle, const Jet& time) const = 0;
  // Deflection z of the bristle of a particle in contact with pulley 1: dz/dt of the particle is its slip velocity [m].
  virtual Jet deflection(const Jet&, const Jet&) const { return {}; }
};

class ManufacturedBelt {
 public:
  // The friction law of the drive is ElastoplasticCoulombConfig in stick, with μ > 0 on pulley 1 alone; friction acts
  // on the face, on a belt without thickness on the centre line. The belt runs counter-clockwise outside of its
  // pulleys. Quasi-static belts have weight but no inertia.
  enum class Inertia { full, none };
  ManufacturedBelt(const BeltDrive& drive, std::shared_ptr<const BeltMotion> motion, Inertia inertia = Inertia::full);

  // What makes the motion a solution: f = ρ (r̈ − g) − n' − f_c per reference length, with n the force in the belt and
  // f_c that of contact [N/m]; without r̈ if there is no inertia. The moment of f_c on the face is in n.
  Eigen::Vector2d load(double particle, double time) const;
  // The moment of friction on pulley 1, ∮ R w_b (K z + D v) dS [N m]
  double friction_moment(double time) const;
  // How the motion and its bristles fit each other at a particle: the slip velocity less dz/dt [m/s], and the part of
  // the friction limit that is used, > 1: it would slip [-].
  struct Friction {
    double mismatch{};
    double used{};
  };
  Friction friction(double particle, double time) const;
  // The nodes of lagrangian_ancf, r and r' of evenly spaced particles.
  BeltStepper::Nodes material_nodes(int elements, double time) const;
  // The nodes of eulerian_ale on their rails: w, φ, s, s' where the belt crosses them. `first` is about the particle at
  // node 0.
  BeltStepper::Nodes mesh_nodes(const eulerian::ale::AleMesh& mesh, double first, double time) const;

  const BeltDrive& drive() const { return drive_; }

 private:
  struct Contact {
    JetVector force;  // f_c
    Jet moment;       // m, of f_c about the centre line per reference length [N]
    Jet gap;
    double pressure{};  // p per reference length [N/m]
    double bristle{};   // K z + D v of the same
    double slip_velocity{};
  };
  Contact contact(std::size_t p, const JetVector& r, const JetVector& slope, const Jet& deflection, double time) const;

  BeltDrive drive_;
  std::shared_ptr<const BeltMotion> motion_;
  Inertia inertia_;
};

}  // namespace beltdyn::verification
