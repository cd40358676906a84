// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "core/numerics/damped_newton.hpp"
#include "core/numerics/sparse_system.hpp"
#include "eulerian/ale/ale_equations.hpp"

namespace beltdyn::eulerian::ale {

// The equations of the steady motion; see SteadyBelt. Unknown are, in this order,
//   for each element e   w, φ, s, s' of its first node, and z of its contact points
//   G, and ω of each pulley whose motion is not prescribed
// The deflections z follow from the others point by point along the stream, and do so in every evaluation; they stand
// among the unknowns to keep the Jacobian sparse. So a front between stick and slip may move any way in an iteration.
class SteadySystem final : public numerics::NonlinearSystem {
 public:
  // `direction`: +1 if the belt runs towards increasing σ, −1 against it.
  SteadySystem(AleEquations& equations, int direction);

  // What the homotopy changes, and the programmes of the pulleys at an instant.
  struct Loads {
    double stiffness = 1.0;      // factor of K and D of the bristles
    double time{};               // at which the torques are taken [s]
    std::vector<double> speeds;  // ω of all pulleys, of which those not prescribed are unknown [rad/s]
  };
  void set_loads(Loads loads) { loads_ = std::move(loads); }

  // x of a flux, the ω of the loads, and what the arrays hold; and back.
  Eigen::VectorXd pack(double flux) const;
  double flux(const Eigen::VectorXd& x) const { return x[flux_at()]; }
  // ω of all pulleys
  std::vector<double> speeds(const Eigen::VectorXd& x) const;
  // Writes positions, rates and the results of contact points into the arrays.
  void write(const Eigen::VectorXd& x);
  // Moments of the belt on the pulleys in the last evaluation [N m].
  const std::vector<double>& moments() const { return moments_; }

  bool evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residual) override;
  bool factorise(const Eigen::VectorXd& x) override;
  void solve(const Eigen::VectorXd& rhs, Eigen::VectorXd& d) override { matrix_.solve(rhs, d); }
  // Places in radii, G and ω as parts of themselves.
  double size(const Eigen::VectorXd& correction) const override;

 private:
  static constexpr int kPoints = static_cast<int>(kContactPoints);  // of an element
  static constexpr int kStride = 4 + kPoints;
  // What the kernel has to know: nothing of bristles, which are followed here.
  static AleStep steady_step() {
    return {.length = INFINITY, .rates = {}, .friction = FrictionUse::none, .inertia = true};
  }
  using StationDual = Dual<double, kElementUnknowns>;

  // A contact point.
  template <class T>
  struct Station {
    T s{};
    T pressure{};
    Vec2<T> radial;     // n
    PointForce<T> per;  // of a unit of bristle force: r and s
    T moment_per{};     // and the moment on the pulley
    Vec2<T> u;          // r_σ
    T g{};              // s_σ
    T distance{};       // ϱ [m]
  };
  // Where bristles begin to touch, and the element that the place is in.
  template <class T>
  struct Entry {
    int element{};
    Station<T> station;
  };
  // What a bristle does between the contact point before and its own.
  struct Passage {
    double deflection{};       // z [m]
    double force{};            // F [N/m]
    double slips{};            // 0, ±1
    double slip{};             // Δ [m]
    double by_own{1.0};        // derivatives of the equation of z, by z,
    double by_before{};        // by the z before,
    double by_pressure{};      // by p,
    double by_angle{};         // by θ − θ_before,
    double by_way{};           // by s − s_before,
    double by_flux{};          // by G,
    double by_speed{};         // by ω
    double force_by_own{};     // of F, by z,
    double force_by_before{};  // by the z before
  };

  int n() const { return equations_.model().mesh.size(); }
  int flux_at() const { return kStride * n(); }
  int q_at(int element, std::size_t unknown) const;
  int z_at(int station) const { return kStride * (station / kPoints) + 4 + station % kPoints; }
  int before(int station) const { return (station - direction_ + kPoints * n()) % (kPoints * n()); }
  std::size_t owner(int station) const;

  bool load_arrays(const Eigen::VectorXd& x);
  template <class T>
  Station<T> station(const ElementState& element, const RulePoint& at, std::size_t pulley, double flux) const;
  template <class T>
  std::vector<Station<T>> stations(double flux) const;
  // Does contact begin between the contact point before and this one?
  template <class T>
  bool enters(int index, const std::vector<Station<T>>& stations) const;
  template <class T>
  Entry<T> entry(int index, double flux) const;
  // `there` is the contact point before, or the entry.
  template <class T>
  Passage passage(int index, const Station<T>& here, const Station<T>& there, bool enters,
                  const Eigen::VectorXd& x) const;
  double mesh_weight(int index) const;
  void add_kernel_residual(double sign, Eigen::VectorXd& to) const;
  void emit_kernel(std::vector<double>* values, std::vector<std::pair<int, int>>* places) const;
  void emit_flux_column(const Eigen::VectorXd& x, std::vector<double>& values);
  void emit_station(int k, const std::vector<Station<StationDual>>& all, const Eigen::VectorXd& x,
                    std::vector<double>& values) const;
  void set_pattern();

  AleEquations& equations_;
  int direction_;
  Loads loads_;
  std::vector<int> unknown_of_;  // index of ω among the unknowns, −1 if prescribed
  std::vector<double> moments_;
  std::vector<double> deflections_;  // z of the last evaluation [m]
  std::vector<Passage> passages_;
  numerics::SparseSystem matrix_;
  double gauge_{};                    // s of the first node [m]
  double length_scale_{};             // [m]
  double flux_scale_{};               // [m/s]
  std::vector<PulleyEntry> pulleys_;  // what the kernel asks for
};

}  // namespace beltdyn::eulerian::ale
