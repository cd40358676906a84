// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "core/drive/belt/belt_drive.hpp"
#include "core/dynamics/belt_stepper.hpp"
#include "core/numerics/lanes/lane_math.hpp"
#include "eulerian/ale/transient/ale_mesh.hpp"
#include "verification/jet.hpp"

// Manufactured solutions: a prescribed load makes the belt follow a prescribed motion. The load follows from the
// equations of the continuum in [Ntarladima 2023] Section 2 and from the laws of core/contact. It does not use any
// element of the code under test.
namespace beltdyn::verification {

using JetVector = numerics::Vec2<Jet>;

// A prescribed motion of a closed belt. S is the reference arc length of a particle [m].
class BeltMotion {
 public:
  virtual ~BeltMotion() = default;
  // The position r(S, t) [m].
  virtual JetVector position(const Jet& particle, const Jet& time) const = 0;
  // The bristle deflection z of a particle in contact with pulley 1 [m]. Its material derivative dz/dt is the slip
  // velocity.
  virtual Jet deflection(const Jet&, const Jet&) const { return {}; }
};

// A belt drive whose belt follows a prescribed motion: the load that this needs, and the exact nodes of the meshes of
// lagrangian_ancf and eulerian_ale.
class ManufacturedBelt {
 public:
  // The friction law of the drive is ElastoplasticCoulombConfig, in stick, with μ > 0 on pulley 1 only. Friction acts
  // on the face, or on the centre line of a belt without thickness. The belt runs counter-clockwise around the outside
  // of its pulleys. A quasi-static belt, Inertia::none, has weight but no inertia.
  enum class Inertia { full, none };
  ManufacturedBelt(const BeltDrive& drive, std::shared_ptr<const BeltMotion> motion, Inertia inertia = Inertia::full);

  // The load per reference length that makes the motion a solution [N/m]: f = ρ (r̈ − g) − n' − f_c, with the belt
  // force n [N] and the contact force f_c [N/m]; without r̈ for Inertia::none. n includes the effect of the moment of
  // f_c on the face.
  Eigen::Vector2d load(double particle, double time) const;
  // The moment of friction on pulley 1, ∮ R w_b (K z + D v) dS [N m]
  double friction_moment(double time) const;
  // Checks of the prescribed bristles at a particle. `mismatch`: slip velocity less dz/dt [m/s]. `used`: used fraction
  // of the friction limit [-]; above 1 the particle would slip.
  struct Friction {
    double mismatch{};  // [m/s]
    double used{};      // [-]
  };
  Friction friction(double particle, double time) const;
  // The nodes of lagrangian_ancf: r and r' of evenly spaced particles.
  BeltStepper::Nodes material_nodes(int elements, double time) const;
  // The nodes of eulerian_ale on their rails: w, φ, s, s' where the belt crosses them. `first` is a guess of the
  // particle at node 0 [m].
  BeltStepper::Nodes mesh_nodes(const eulerian::ale::AleMesh& mesh, double first, double time) const;

  const BeltDrive& drive() const { return drive_; }

 private:
  struct Contact {
    JetVector force;         // f_c per reference length [N/m]
    Jet moment;              // m, moment of f_c about the centre line per reference length [N]
    Jet gap;                 // g [m]
    double pressure{};       // p per reference length [N/m]
    double bristle{};        // w_b (K z + D v) per reference length [N/m]
    double slip_velocity{};  // v [m/s]
  };
  Contact contact(std::size_t p, const JetVector& r, const JetVector& slope, const Jet& deflection, double time) const;

  BeltDrive drive_;
  std::shared_ptr<const BeltMotion> motion_;
  Inertia inertia_;
};

}  // namespace beltdyn::verification
