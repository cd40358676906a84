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

// The small motions of a drive about its steady motion, with all effects of the transient analysis: bending, inertia,
// damping, contact, and the memory of friction, which particles carry along. Motions that grow as e^{s t} obey
//
//     (K + s C + s² M + F(s)) x = f
//
// K, C and M belong to the belt with its contact. F comes from LinearContact and has the delays e^{−s h} of particles
// that travel from one contact point to the next. The unknowns are
//   - w, φ, s, s' of the nodes,
//   - traction and memory of friction at contact points,
//   - the speeds of pulleys whose motion is not prescribed,
//   - the coordinates of mounts that the belt moves; the dry friction of mounts holds them (JointHold),
//   - the speed of an accessory on a spring and the torque on it.
// An accessory that overruns has no influence; an accessory that a rigid clutch couples turns with its pulley.
// Programmes keep the values that they have at the time. In a belt at rest, which sticks wherever it touches, angles of
// pulleys replace their speeds, and there are no delays and no memory.
//
// The slope of a string's small motion jumps where contact ends at a node of the path: the arc keeps the shape of the
// pulley, the span turns. So a span has its own φ there, without which its end would be as stiff as a clamped cubic.
//
// An open belt passes through two fixed places, δw = 0, where its ends are: the particles there move by −δs/s_σ, and
// the bodies at the ends move with them.
class LinearBelt final : public numerics::ComplexFamily {
 public:
  using Complex = std::complex<double>;

  // A body that moves with an end of an open belt along its path: a mass, or the drum of a winch, reduced to its
  // surface.
  struct End {
    double mass{};       // [kg]
    double damping{};    // [N s/m]
    double stiffness{};  // [N/m]
  };
  // The steady motion about which the small motions are, at a time.
  struct Base {
    SteadySystem& system;
    const Eigen::VectorXd& unknowns;
    const AleEquations& equations;
    double flux{};               // G, 0 at rest [m/s]
    std::vector<double> speeds;  // ω of the pulleys [rad/s]
    std::vector<double> mounts;  // their coordinates [rad], [m]
    double time{};               // [s]
    bool is_open = false;
    std::array<std::optional<End>, 2> ends{};  // of an open belt; none at an end that is fixed
  };
  // The belt of the base must not change later.
  LinearBelt(const Base& base, const BeltPath& path);
  LinearBelt(const Base& base, const RopePath& path);
  // About the motion that the belt has found for a time; if it is at rest, call SteadyBelt::look_at_rest() before.
  LinearBelt(SteadyBelt& belt, const BeltPath& path, double time);

  // The results of a small motion; shapes (n_pulleys) each.
  struct Motion {
    std::vector<Complex> span_force;        // in the middle of the span behind the pulley [N]
    std::vector<Complex> angular_velocity;  // of the pulley [rad/s]
    std::vector<Complex> moment;            // of the belt on the pulley [N m]
    std::vector<Complex> mount_position;    // 0 where the belt moves no mount [rad], [m]
    std::vector<Complex> mount_force;       // of the belt on the mount [N m], [N]
    std::vector<Complex> hub_load;          // magnitude of the force of the belt on the bearing [N]
    std::vector<Complex> accessory_speed;   // 0 where there is no accessory [rad/s]
    std::vector<Complex> accessory_torque;  // of the pulley on the accessory [N m]
  };
  // The responses to a unit of an excitation, for each s. Throws SolverError if an s is an eigenvalue.
  std::vector<Motion> responses(std::span<const Complex> s, const LinearExcitation& excitation);
  Motion response(Complex s, const LinearExcitation& excitation) { return responses({&s, 1}, excitation)[0]; }
  // The results for unknowns x that grow as e^{s t}, without inputs.
  Motion motion_of(Complex s, const Eigen::VectorXcd& x) const;
  // The points at which displacements are given, in the steady motion, and the displacements there in a small motion x.
  const std::vector<ModePlaces::Point>& points() const { return points_; }
  ModeShape shape_of(Complex s, const Eigen::VectorXcd& x) const;

  int size() const override { return size_; }
  std::size_t n_lanes() const override { return numerics::kLuLanes; }
  std::vector<bool> factorise(std::span<const Complex> s, numerics::Digits digits) override;
  void solve(const Eigen::MatrixXcd& b, Eigen::MatrixXcd& x) const override { matrix_.solve(b, x); }
  double phase(int i) const override { return matrix_.phase_of_determinant(i); }
  // Only the unknowns of the nodes are compared: in a decaying motion the memory of friction grows along the stream.
  int n_compared() const override { return numerics::kBlock * n_; }
  Eigen::VectorXcd derivative(Complex s, const Eigen::VectorXcd& x) const override;
  double longest_delay() const override;
  // The longest time over which friction on a pulley passes its memory on; no more than longest_delay() [s].
  double longest_memory() const;
  void expand(std::span<const Complex> s, Delays delays) override;
  void multiply_expansion(std::span<const Complex>, const Eigen::MatrixXcd& x, const Eigen::MatrixXcd& z,
                          Eigen::MatrixXcd& y) const override {
    matrix_.multiply(x, z, y);
  }

 private:
  // Indices of factors: 0 is the factor 1; each delay h adds two, e^{−s h} and (1 − e^{−s h})/s.
  using Entry = numerics::MatrixTerm;
  struct Factor {
    Complex value;
    Complex slope;  // first derivative by s
    Complex bend;   // second derivative by s
  };
  // Derivatives of the force in the middle of a span by the unknowns.
  struct SpanForce {
    int element{};
    ElementVector<double> by{};
    ElementVector<double> by_rate{};
  };

  // Derivatives of the displacement of a particle at a point by the unknowns.
  struct Displacement {
    int element{};
    ElementVector<double> across{};
    ElementVector<double> along{};
  };

  // The number of an unknown of an element, and that of its node, which an own slope replaces.
  int q_at(int element, std::size_t unknown) const;
  int q_of_node(int element, std::size_t unknown) const;
  bool is_touched(int element) const;
  // Gives spans of a string their own slopes at the ends of contact.
  void part_slopes(const Base& base);
  // A term with the speed of a pulley; at rest, where the angle replaces the speed, one with its rate.
  Entry by_speed(Entry e) const {
    if (!rests_) return e;
    return {.row = e.row, .column = e.column, .linear = e.constant, .quadratic = e.linear, .factor = e.factor};
  }
  explicit LinearBelt(const Base& base);
  template <class Path>
  void add_results(const Base& base, const Path& path);
  // Numbers the unknowns.
  void lay_out(const Base& base, const std::vector<LinearContact>& contacts);
  // The row of an equation of the belt in the system, −1: left out.
  int belt_row(int row) const;
  void add_belt(const Base& base);
  // Moves the part of a span's end element in the equations of the slope to the slope of its own.
  void add_parted_slopes(const Base& base);
  // Adds the equations of the ends: the displacements of the particles there, and the bodies that move with them.
  void add_ends(const Base& base);
  void add_contact(const LinearContact& contact);
  // Adds the equation by which the unknown with this number equals the answer.
  void add_answer(int unknown, const LinearContact& contact, const LinearContact::Answer& answer, std::size_t delayed);
  void add_pulleys(const Base& base);
  // Adds the force of a contact point on its pulley to a row, with a sign.
  void add_pull(std::vector<Entry>& to, int row, double sign, const LinearContact& contact,
                const LinearContact::Pull& pull) const;
  void add_mounts(const Base& base);
  // Adds the accessory of a pulley at its steady speed.
  void add_accessory(const Accessory& accessory, std::size_t pulley, double time, double omega);
  template <class Path>
  void add_span_forces(const Base& base, const Path& path);
  template <class Path>
  void add_points(const Base& base, const Path& path);
  template <class Path>
  void add_point(const Base& base, const Path& path, int element, double part);
  std::vector<Factor> factors(Complex s) const;
  // A part of each factor, one s per lane.
  std::vector<numerics::LaneComplex> lane_factors(std::span<const Complex> s, Complex Factor::*part) const;
  // Computes the responses at some s from the factorisations there.
  void add_responses(std::span<const Complex> s, const LinearExcitation& excitation,
                     std::vector<Motion>& motions) const;
  // The unknown in whose equation the excitation stands; −1: none; size() and above: an input.
  int row_of(const LinearExcitation& excitation) const;
  // The input for a unit of speed of a prescribed pulley.
  Complex input_of(Complex s) const { return rests_ ? 1.0 / s : Complex(1.0); }
  Motion motion(Complex s, const Eigen::VectorXcd& x, const Eigen::VectorXcd& inputs) const;

  int n_ = 0;  // nodes
  bool rests_;
  bool is_open_;
  std::array<std::optional<End>, 2> ends_;
  // For each contact point: the number of its traction, followed by its memory of friction; −1 without contact.
  std::vector<int> traction_at_;
  // For each element: the numbers of its own slopes at its ends; −1: the slope of the node. Empty if there are none.
  std::vector<std::array<int, 2>> parted_;
  // Number of each pulley's speed (at rest: angle); for a prescribed pulley the number of an input.
  std::vector<int> speed_at_;
  std::vector<int> mount_at_;  // number of each mount's coordinate; −1: the belt does not move it
  // Number of an accessory's speed, followed by the torque on it; −1: no accessory on a spring that transmits torque.
  std::vector<int> accessory_at_;
  // An accessory that turns with a pulley by a rigid clutch: C = (s J + R) δω.
  struct RigidAccessory {
    double inertia{};     // J [kg m²]
    double resistance{};  // R [N m s/rad]
  };
  std::vector<std::optional<RigidAccessory>> rigid_;
  int size_ = 0;
  int n_prescribed_ = 0;
  // Rows are equations, followed by moments on the pulleys and forces on their mounts. Columns are unknowns, followed
  // by the speeds of prescribed pulleys (at rest: their angles).
  std::vector<Entry> entries_;  // until the matrix has taken them over
  std::vector<Entry> others_;   // with a row or column behind the matrix
  std::vector<double> delays_;
  // Of each pulley: the time in which particles pass its contact points, and the part with memory [s].
  std::vector<double> stays_;
  std::vector<double> remembered_;
  std::vector<SpanForce> span_forces_;
  std::vector<ModePlaces::Point> points_;
  std::vector<Displacement> displacements_;  // of the points
  numerics::LaneMatrix matrix_;
};

}  // namespace beltdyn::eulerian::ale
