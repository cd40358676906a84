// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <Eigen/Core>

#include "core/drive/rope/rope_drive.hpp"
#include "eulerian/ale/rope/ale_rope_simulation.hpp"
#include "eulerian/ale/steady/steady_system.hpp"

namespace beltdyn::eulerian::ale {

// What drives a rope at the start: the flux of natural length towards its second end of a winch, or of the first pulley
// of prescribed motion that turns; 0 if nothing does [m/s].
double driven_flux(const RopeDrive& drive, const RopePath& path);
// The drive with all that is prescribed at rest.
RopeDrive at_rest(RopeDrive drive);

// A rope as it is drawn, at rest in equilibrium or running: in the latter all natural length passes with one flux, with
// bodies that go with it, as if spans were as long for ever. Friction is that of particles which have come
// all the way around, as in a SteadyBelt.
class SteadyRope {
 public:
  // `resting` is that of at_rest(drive), whose state becomes the one found. Throws SolverError.
  SteadyRope(const RopeDrive& drive, AleBelt& resting);

  bool runs() const { return flux_ != 0.0; }
  double flux() const { return flux_; }                          // G [m/s]
  const std::vector<double>& speeds() const { return speeds_; }  // ω of the pulleys [rad/s]
  // Of the rope on the pulleys, where it runs [N m].
  const std::vector<double>& moments() const { return system_.moments(); }
  SteadySystem& system() { return system_; }
  const Eigen::VectorXd& unknowns() const { return x_; }

 private:
  void require_equilibrium(double force);
  void run(const RopeDrive& drive, const RopePath& path, double force);
  void require_grip(const RopeDrive& drive) const;

  AleBelt& belt_;
  AleEquations& equations_;
  double flux_;
  std::vector<double> speeds_;
  SteadySystem system_;
  Eigen::VectorXd x_;
};

}  // namespace beltdyn::eulerian::ale
