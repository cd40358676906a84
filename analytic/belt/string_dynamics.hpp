// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "analytic/belt/dense_history.hpp"
#include "analytic/belt/string_dynamics_drive.hpp"
#include "analytic/belt/string_point.hpp"
#include "core/simulation/simulation.hpp"
#include "core/simulation/state_archive.hpp"

namespace beltdyn::analytic {

// Belt on a pulley that slipped and sticks again: ln N = level − sign μ ζ between two particles. A particle is called
// by ζ, the angle by which belt had entered the pulley when it did.
struct FrozenSlip {
  double sign{};
  double level{};
  double begin{};  // ζ of the end nearer to the exit [rad]
  double end{};    // [rad]
};

// What a pulley has beside the state that is integrated.
struct ArcMemory {
  double sign = 1.0;               // of the slip arc, +1 where the force rises along it
  std::vector<FrozenSlip> frozen;  // from the entry to the exit
  std::size_t kink = 0;            // the next kink of the history that the front of slip meets
  double largest = 0.0;            // that the slip arc was since it has this direction [rad]
  double entered = 0.0;            // when the particle at the front came in, if no frozen slip is there [s]
};

// Where slip begins on a pulley: the particle there sticks until now.
struct SlipFrontState {
  double zeta{};     // [rad]
  double force{};    // [N]
  double stretch{};  // [-]
  double entered{};  // if it still has the force with which it came in [s]
};

// A massless string on rigid pulleys that move, with Coulomb friction and rigid stick, in time: what LinearString has
// linearised. Unknown are the forces N_k of the spans, angular velocities of pulleys and coordinates of mounts. With
// λ_f the stretch of the particle at the front of slip, the turn dψ_k/dt of the span behind pulley k and its length
// ℓ_k,
//
//     B_k dN_k/dt = R_k (ω_k − w_k dψ_k/dt)/λ_f − R_{k+1} (ω_{k+1} − w_{k+1} dψ_k/dt)/λ_k − (dℓ_k/dt)/λ_k,        (1)
//     B_k = ± (R_k/(μ_k N_k)) (1/λ_k − 1/λ_f) − ℓ_k/(EA λ_k²) < 0,
//
// is the balance of the natural length between the front and the next entry. Where the belt slips, up to the exit at
// the angle α_k, N = N_k exp(∓ μ (distance from the exit)/R); the front is where this meets what sticks: the force with
// which particles entered, dN/dt of which is known from the history, or slip that froze. All of a slip arc slips as
// long as ± d(ln N_k)/dt + μ (ω_k − w_k dψ_k/dt) > 0. Where that ends the whole arc sticks, as FrozenSlip, and slip the
// other way begins at the exit; where the arc has shrunk to nothing the direction changes as well. A front that goes
// through frozen slip and meets its end continues in the piece behind it.
//
// Delay equations with modes: solved by an explicit pair of order 5 with error control; changes of modes, kinks of the
// programmes and their echoes in the history end steps. The history goes back to the oldest particle that sticks.
class StringDynamics {
 public:
  // From a steady motion on, at t = 0. Relative bound of the error of a step.
  StringDynamics(StringDynamicsDrive drive, double tolerance);

  // Moves on to a time. Throws SolverError if the belt slips on a whole pulley or at its entry, goes slack or
  // backwards, or if there is no path; the state is then what it was.
  void advance_to(double end);

  double time() const { return time_; }
  const StringDynamicsDrive& drive() const { return drive_; }
  SolverStatistics statistics() const { return statistics_; }

  double force(std::size_t k) const { return state_[at(k)]; }
  double angular_velocity(std::size_t k) const { return speed_of(k, time_, state_); }  // along the belt [rad/s]
  double angle(std::size_t k) const;                                                   // likewise [rad]
  double slip_arc(std::size_t k) const;                                                // [rad]
  const ArcMemory& arc(std::size_t k) const { return arcs_[k]; }
  std::vector<double> mounts() const;  // u of all pulleys
  BeltPath path() const;
  double passed() const { return state_[at(2 * n())]; }  // natural length that entered pulley 0 since the start [m]
  // The belt at distances along the path from the entry of pulley 0 on, ascending [m].
  std::vector<StringPoint> points(std::span<const double> sigma) const;

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);
  // Where on a pulley the contact state changes, from its entry [m].
  std::vector<double> state_changes(std::size_t k) const;

 private:
  // A pulley of the path and the span behind it, with their rates.
  struct PulleyGeometry {
    double radius{}, turn{}, wrap{};
    Eigen::Vector2d axis = Eigen::Vector2d::Zero();
    Eigen::Vector2d velocity = Eigen::Vector2d::Zero();  // of the axis
    double length{}, length_rate{}, spin{};              // ℓ, dℓ/dt, dψ/dt of the span
    Eigen::Vector2d tangent = Eigen::Vector2d::Zero();
  };
  using Geometry = std::vector<PulleyGeometry>;
  // A programme with a kink, and slip that changes its direction, make the second derivative of forces jump.
  static constexpr int kFirstKink = 2;
  static constexpr int kFrontIterations = 60;  // of Newton's method
  // A correction of the place of a particle after which there is none to be made, for they fall with its square [rad].
  static constexpr double kLastCorrection = 1e-9;
  struct Kink {
    double time{};
    int order{};  // of the derivative that jumps
  };

  // What advance_to() begins with, but for panels that it does not touch.
  struct Rest {
    double time{};
    double step{};
    Eigen::VectorXd state;
    std::vector<ArcMemory> arcs;
    std::vector<Kink> kinks;
    SolverStatistics statistics;
    std::size_t n_panels{};
  };

  std::size_t n() const { return drive_.pulleys.size(); }
  static Eigen::Index at(std::size_t i) { return static_cast<Eigen::Index>(i); }
  double stretch(double force) const { return drive_.unstressed_stretch + force / drive_.axial_stiffness; }
  std::vector<Eigen::Vector2d> axes_at(const std::vector<double>& positions) const;
  double speed_of(std::size_t k, double t, const Eigen::VectorXd& x) const;
  Geometry geometry(double t, const Eigen::VectorXd& x) const;
  SlipFrontState front(std::size_t k, double wrap, const Eigen::VectorXd& x, double near) const;
  double time_of_entry(std::size_t k, double zeta) const;
  // What came in on a pulley at a time: the force behind it, and the angle of belt that had entered.
  struct Entering {
    DenseValue force;
    DenseValue turned;
  };
  Entering entering(std::size_t k, double time) const;
  void rates(double t, const Eigen::VectorXd& x, Eigen::VectorXd& rate) const;
  // > 0 as long as the modes of a pulley hold: slip goes on, slip is somewhere, the front is in its piece.
  struct Margins {
    double slip{};
    double arc{};
    double piece{};
  };
  Margins margins(std::size_t k, const Geometry& g, double t, const Eigen::VectorXd& x,
                  const Eigen::VectorXd& rate) const;
  double least_margin(double t, const Eigen::VectorXd& x) const;
  double first_event(const DensePanel& panel) const;
  double longest_step(const Geometry& g, double end) const;
  void go_to(double end);
  void restore_step(const Rest& before);
  void accept(DenseStep step);
  // Of the history what has come out of all pulleys.
  void forget_passed();
  void change_modes();
  void reverse_slip(std::size_t k, double wrap, const SlipFrontState& at_front);
  void drop_frozen(std::size_t k);
  void choose_signs();
  void add_kink(int order);
  void require_sound(const Geometry& g, const Eigen::VectorXd& rate) const;
  // With the rates of the state now.
  StringPoint point_on_arc(std::size_t k, const Geometry& g, double zeta, const Eigen::VectorXd& rate) const;
  double material_on_arc(std::size_t k, const Geometry& g, double zeta) const;
  // ∫ dζ/λ where ln N falls by sign μ per angle.
  double natural_angle(std::size_t k, double sign, double log_begin, double log_end, double angle) const;

  StringDynamicsDrive drive_;
  Geometry fixed_;  // if no axis moves, else empty
  double tolerance_;
  std::vector<double> radius_, turn_;  // of the pulleys
  double time_ = 0.0;
  double step_{};
  Eigen::VectorXd state_;  // N, then angles of entered belt, natural lengths that entered, free pulleys, mounts
  Eigen::VectorXd scale_;
  DenseHistory history_;
  std::vector<ArcMemory> arcs_;
  std::vector<Kink> kinks_;
  // By pulley, where the history was looked at last; of use to the search alone.
  mutable std::vector<std::size_t> panel_near_;
  SolverStatistics statistics_;
};

}  // namespace beltdyn::analytic
