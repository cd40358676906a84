// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include <Eigen/Core>

#include "core/numerics/nonlinear_eigenvalues.hpp"
#include "core/numerics/sparse_system.hpp"
#include "core/simulation/mode_shapes.hpp"
#include "eulerian/ale/linear_contact.hpp"
#include "eulerian/ale/steady_belt.hpp"

namespace beltdyn::eulerian::ale {

// Small motions of a drive about its steady motion, with everything that the transient analysis has: bending, inertia,
// damping, contact, and what friction remembers, which particles carry along. All that grows as e^{s t},
//
//     (K + s C + s² M + F(s)) x = f
//
// K, C and M are of the belt with its contact, F is LinearContact's, with the delays e^{−s h} of particles that pass
// from one contact point to the next. Unknown are w, φ, s, s' of the nodes, traction and what friction remembers at
// contact points, the speeds of pulleys whose motion is not prescribed, and the coordinates of mounts that the belt
// moves; their dry friction is left out. Programmes stay at what they are at the
// time.
class LinearBelt final : public numerics::ComplexFamily {
 public:
  using Complex = std::complex<double>;

  // About what the belt has found for a time. The belt must not change later.
  LinearBelt(SteadyBelt& belt, const BeltPath& path, double time);

  // What belongs to small motions; shapes (n_pulleys) each.
  struct Motion {
    std::vector<Complex> span_force;        // in the middle of the span behind the pulley [N]
    std::vector<Complex> angular_velocity;  // [rad/s]
    std::vector<Complex> moment;            // of the belt on the pulley [N m]
    std::vector<Complex> mount_position;    // 0 where the belt moves none [rad], [m]
    std::vector<Complex> mount_force;       // of the belt on it [N m], [N]
  };
  // The response to a unit of the speed of a prescribed pulley [rad/s], or of the torque on another one [N m]. Throws
  // SolverError if s is an eigenvalue.
  Motion response(Complex s, std::size_t pulley);
  // Of unknowns x that grow as e^{s t}, without inputs.
  Motion motion_of(Complex s, const Eigen::VectorXcd& x) const;
  // Where the belt is in its steady motion, and its displacement there in such a motion.
  const std::vector<ModePlaces::Point>& points() const { return points_; }
  ModeShape shape_of(Complex s, const Eigen::VectorXcd& x) const;

  int size() const override { return size_; }
  bool factorise(Complex s) override;
  void solve(const Eigen::VectorXcd& b, Eigen::VectorXcd& x) const override { matrix_.solve(b, x); }
  double phase() const override { return matrix_.phase_of_determinant(); }
  // Places: what friction remembers grows along the stream with the rate of decay.
  int n_compared() const override { return numerics::kBlock * n_; }
  Eigen::VectorXcd derivative(Complex s, const Eigen::VectorXcd& x) const override;

 private:
  // (constant + s linear + s² quadratic) times the factor with this index: 1; or of a delay h, with indices by turns,
  // e^{−s h} and (1 − e^{−s h})/s
  struct Entry {
    int row{};
    int column{};
    double constant{};
    double linear = 0.0;
    double quadratic = 0.0;
    std::size_t factor = kOne;
  };
  static constexpr std::size_t kOne = 0;
  struct Factor {
    Complex value;
    Complex slope;  // by s
  };
  // What the force in the middle of a span depends on.
  struct SpanForce {
    int element{};
    ElementVector<double> by{};
    ElementVector<double> by_rate{};
  };

  // What the displacement of a particle at one of the points depends on.
  struct Displacement {
    int element{};
    ElementVector<double> across{};
    ElementVector<double> along{};
  };

  int q_at(int element, std::size_t unknown) const;
  // Numbers the unknowns.
  void lay_out(const SteadyBelt& belt, const std::vector<LinearContact>& contacts);
  void add_belt(SteadyBelt& belt);
  void add_contact(const LinearContact& contact);
  // Adds that the unknown with this number is the answer.
  void add_answer(int unknown, const LinearContact& contact, const LinearContact::Answer& answer, std::size_t delayed);
  void add_pulleys(const SteadyBelt& belt, double time);
  // Adds Q to a row, with a sign, from what contact points have of it.
  void add_pull(std::vector<Entry>& to, int row, double sign, const LinearContact& contact) const;
  void add_mounts(SteadyBelt& belt, double time);
  void add_span_forces(const SteadyBelt& belt, const BeltPath& path);
  void add_points(const SteadyBelt& belt, const BeltPath& path);
  void set_pattern();
  std::vector<Factor> factors(Complex s) const;
  Motion motion(Complex s, const Eigen::VectorXcd& x, const Eigen::VectorXcd& inputs) const;

  int n_ = 0;  // elements
  // By contact point: the number of the traction, before those of what friction remembers; −1 without contact.
  std::vector<int> traction_at_;
  std::vector<int> speed_at_;  // of each pulley; of a prescribed one the number of an input
  std::vector<int> mount_at_;  // −1: the belt moves none
  int size_ = 0;
  int n_prescribed_ = 0;
  // Rows are equations and, behind them, moments on the pulleys and forces on their mounts; columns unknowns and,
  // behind them, angles of prescribed pulleys.
  std::vector<Entry> entries_;
  std::vector<Entry> others_;  // with a row or a column behind the matrix
  std::vector<double> delays_;
  std::vector<SpanForce> span_forces_;
  std::vector<ModePlaces::Point> points_;
  std::vector<Displacement> displacements_;  // of the points
  numerics::ComplexSparseSystem matrix_;
};

}  // namespace beltdyn::eulerian::ale
