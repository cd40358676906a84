// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "core/drive/rope/rope_path.hpp"
#include "core/linear/linear_options.hpp"
#include "core/linear/mode_shapes.hpp"
#include "core/numerics/lanes/lane_matrix.hpp"
#include "core/numerics/modes/nonlinear_eigenvalues.hpp"
#include "eulerian/ale/modes/linear_contact.hpp"
#include "eulerian/ale/steady/steady_belt.hpp"

namespace beltdyn::eulerian::ale {

// Small motions of a drive about its steady motion, with everything that the transient analysis has: bending, inertia,
// damping, contact, and what friction remembers, which particles carry along. All that grows as e^{s t},
//
//     (K + s C + s² M + F(s)) x = f
//
// K, C and M are of the belt with its contact, F is LinearContact's, with the delays e^{−s h} of particles that pass
// from one contact point to the next. Unknown are w, φ, s, s' of the nodes, traction and what friction remembers at
// contact points, the speeds of pulleys whose motion is not prescribed, the coordinates of mounts that the belt moves,
// whose dry friction holds them (JointHold), and the speed of an accessory on a spring and the torque on it. An
// accessory that overruns has no part, and one that a rigid clutch takes along turns with its pulley. Programmes stay
// at what they are at the time. Of a belt at rest, which sticks where it touches, the angles of pulleys take the place
// of their speeds, and there are no delays and no memory.
//
// An open belt goes through the two places of its ends, δw = 0, where its particles move by −δs/s_σ, and with them what
// is there.
class LinearBelt final : public numerics::ComplexFamily {
 public:
  using Complex = std::complex<double>;

  // What moves with an end of an open belt, along it: a body, or the drum of a winch by its surface.
  struct End {
    double mass{};       // [kg]
    double damping{};    // [N s/m]
    double stiffness{};  // [N/m]
  };
  // What small motions are about, at a time.
  struct Base {
    SteadySystem& system;
    const Eigen::VectorXd& unknowns;
    const AleEquations& equations;
    double flux{};               // G, 0 at rest [m/s]
    std::vector<double> speeds;  // ω of the pulleys [rad/s]
    std::vector<double> mounts;  // their coordinates [rad], [m]
    double time{};               // [s]
    bool is_open = false;
    std::array<std::optional<End>, 2> ends{};  // of an open belt; none where it is fixed
  };
  // The belt must not change later.
  LinearBelt(const Base& base, const BeltPath& path);
  LinearBelt(const Base& base, const RopePath& path);
  // About what the belt has found for a time, at rest after SteadyBelt::look_at_rest().
  LinearBelt(SteadyBelt& belt, const BeltPath& path, double time);

  // What belongs to small motions; shapes (n_pulleys) each.
  struct Motion {
    std::vector<Complex> span_force;        // in the middle of the span behind the pulley [N]
    std::vector<Complex> angular_velocity;  // [rad/s]
    std::vector<Complex> moment;            // of the belt on the pulley [N m]
    std::vector<Complex> mount_position;    // 0 where the belt moves none [rad], [m]
    std::vector<Complex> mount_force;       // of the belt on it [N m], [N]
    std::vector<Complex> accessory_speed;   // 0 where there is none [rad/s]
    std::vector<Complex> accessory_torque;  // from the pulley to it [N m]
  };
  // The responses at some s to a unit of an excitation. Throws SolverError if an s is an eigenvalue.
  std::vector<Motion> responses(std::span<const Complex> s, const LinearExcitation& excitation);
  Motion response(Complex s, const LinearExcitation& excitation) { return responses({&s, 1}, excitation)[0]; }
  // Of unknowns x that grow as e^{s t}, without inputs.
  Motion motion_of(Complex s, const Eigen::VectorXcd& x) const;
  // Where the belt is in its steady motion, and its displacement there in such a motion.
  const std::vector<ModePlaces::Point>& points() const { return points_; }
  ModeShape shape_of(Complex s, const Eigen::VectorXcd& x) const;

  int size() const override { return size_; }
  std::size_t n_lanes() const override { return numerics::kLuLanes; }
  std::vector<bool> factorise(std::span<const Complex> s, numerics::Digits digits) override;
  void solve(const Eigen::MatrixXcd& b, Eigen::MatrixXcd& x) const override { matrix_.solve(b, x); }
  double phase(int i) const override { return matrix_.phase_of_determinant(i); }
  // Places: what friction remembers grows along the stream with the rate of decay.
  int n_compared() const override { return numerics::kBlock * n_; }
  Eigen::VectorXcd derivative(Complex s, const Eigen::VectorXcd& x) const override;
  double longest_delay() const override;
  // The longest time for which friction on a pulley remembers [s].
  double longest_memory() const;
  void expand(std::span<const Complex> s, Delays delays) override;
  void multiply_expansion(std::span<const Complex>, const Eigen::MatrixXcd& x, const Eigen::MatrixXcd& z,
                          Eigen::MatrixXcd& y) const override {
    matrix_.multiply(x, z, y);
  }

 private:
  // Factors have the indices 0 of 1 and, of a delay h, by turns those of e^{−s h} and (1 − e^{−s h})/s.
  using Entry = numerics::MatrixTerm;
  struct Factor {
    Complex value;
    Complex slope;  // by s
    Complex bend;   // and twice
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
  // An entry by the speed of a pulley, as one by what takes its place.
  Entry by_speed(Entry e) const {
    if (!rests_) return e;
    return {.row = e.row, .column = e.column, .linear = e.constant, .quadratic = e.linear, .factor = e.factor};
  }
  explicit LinearBelt(const Base& base);
  template <class Path>
  void add_results(const Base& base, const Path& path);
  // Numbers the unknowns.
  void lay_out(const Base& base, const std::vector<LinearContact>& contacts);
  // Where an equation of the belt stands, −1: nowhere.
  int belt_row(int row) const;
  void add_belt(const Base& base);
  // x of the particles at the ends, and what moves with them.
  void add_ends(const Base& base);
  void add_contact(const LinearContact& contact);
  // Adds that the unknown with this number is the answer.
  void add_answer(int unknown, const LinearContact& contact, const LinearContact::Answer& answer, std::size_t delayed);
  void add_pulleys(const Base& base);
  // Adds Q to a row, with a sign, from what contact points have of it.
  void add_pull(std::vector<Entry>& to, int row, double sign, const LinearContact& contact) const;
  void add_mounts(const Base& base);
  // The accessory of a pulley at its steady speed.
  void add_accessory(const Accessory& accessory, std::size_t pulley, double time, double omega);
  template <class Path>
  void add_span_forces(const Base& base, const Path& path);
  template <class Path>
  void add_points(const Base& base, const Path& path);
  template <class Path>
  void add_point(const Base& base, const Path& path, int element, double part);
  std::vector<Factor> factors(Complex s) const;
  // One of the three of each number in the lanes.
  std::vector<numerics::LaneComplex> lane_factors(std::span<const Complex> s, Complex Factor::*part) const;
  // Takes the responses at some s from the factorisation there.
  void add_responses(std::span<const Complex> s, const LinearExcitation& excitation,
                     std::vector<Motion>& motions) const;
  // The number of the unknown whose equation has the excitation, −1 if none has, size() and above of an input.
  int row_of(const LinearExcitation& excitation) const;
  // What a unit of speed of a prescribed pulley is.
  Complex input_of(Complex s) const { return rests_ ? 1.0 / s : Complex(1.0); }
  Motion motion(Complex s, const Eigen::VectorXcd& x, const Eigen::VectorXcd& inputs) const;

  int n_ = 0;  // nodes
  bool rests_;
  bool is_open_;
  std::array<std::optional<End>, 2> ends_;
  // By contact point: the number of the traction, before those of what friction remembers; −1 without contact.
  std::vector<int> traction_at_;
  std::vector<int> speed_at_;  // of each pulley, at rest of its angle; of a prescribed one the number of an input
  std::vector<int> mount_at_;  // −1: the belt moves none
  // Of an accessory: that of its speed, before that of the torque on it; −1: it has none on a spring that bears torque.
  std::vector<int> accessory_at_;
  // What turns with a pulley by a rigid clutch: C = (s J + R) δω.
  struct RigidAccessory {
    double inertia{};     // J [kg m²]
    double resistance{};  // R [N m s/rad]
  };
  std::vector<std::optional<RigidAccessory>> rigid_;
  int size_ = 0;
  int n_prescribed_ = 0;
  // Rows are equations and, behind them, moments on the pulleys and forces on their mounts; columns unknowns and,
  // behind them, speeds of prescribed pulleys, at rest their angles.
  std::vector<Entry> entries_;  // until the matrix has them
  std::vector<Entry> others_;   // with a row or a column behind the matrix
  std::vector<double> delays_;
  std::vector<double> remembered_;  // of each pulley: the time over which memory is passed on [s]
  std::vector<SpanForce> span_forces_;
  std::vector<ModePlaces::Point> points_;
  std::vector<Displacement> displacements_;  // of the points
  numerics::LaneMatrix matrix_;
};

}  // namespace beltdyn::eulerian::ale
