// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <Eigen/Core>

#include "core/drive/rope/rope_drive.hpp"
#include "eulerian/ale/rope/ale_rope_simulation.hpp"
#include "eulerian/ale/steady/steady_system.hpp"

namespace beltdyn::eulerian::ale {

// The flux of natural length towards the second end that drives a rope at the start: of a winch, or else of the first
// pulley of prescribed motion that turns; 0 if there is neither [m/s].
double driven_flux(const RopeDrive& drive, const RopePath& path);
// The drive with all prescribed motions stopped.
RopeDrive at_rest(RopeDrive drive);

// A rope in the configuration of the start, at rest in equilibrium or in steady motion. In steady motion all natural
// length passes with one flux and bodies move along, as if spans kept their lengths for ever. Friction is that of
// particles which have gone through all contacts, as in a SteadyBelt.
class SteadyRope {
 public:
  // `resting`: belt of at_rest(drive); its state becomes the state found. Throws SolverError.
  SteadyRope(const RopeDrive& drive, AleBelt& resting);

  bool runs() const { return flux_ != 0.0; }
  double flux() const { return flux_; }                          // G [m/s]
  const std::vector<double>& speeds() const { return speeds_; }  // ω of the pulleys [rad/s]
  // Moments of the running rope on the pulleys [N m].
  const std::vector<double>& moments() const { return system_.moments(); }
  SteadySystem& system() { return system_; }
  const Eigen::VectorXd& unknowns() const { return x_; }

 private:
  void require_equilibrium(double force);
  void run(const RopeDrive& drive, const RopePath& path, double force);
  void require_grip(const RopeDrive& drive) const;

  AleEquations& equations_;
  double flux_;                 // G [m/s]
  std::vector<double> speeds_;  // of the sheaves [rad/s]
  SteadySystem system_;
  Eigen::VectorXd x_;
};

}  // namespace beltdyn::eulerian::ale
