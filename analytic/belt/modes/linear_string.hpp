// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include "analytic/belt/steady/string_loop.hpp"
#include "core/linear/linear_options.hpp"
#include "core/numerics/modes/holomorphic_roots.hpp"

namespace beltdyn::analytic {

// An accessory on a torsional spring at a pulley: C = (k/s + d) (δω − δχ), (s J + R) δχ = C, with the torque C on it.
struct LinearStringAccessory {
  double inertia{};     // J [kg m²]
  double resistance{};  // R, derivative of the torque that it takes by its speed χ [N m s/rad]
  double stiffness{};   // k > 0 [N m/rad]
  double damping{};     // d [N m s/rad]
};

// A pulley of a LinearStringDrive.
struct LinearStringPulley {
  double radius{};        // R, of the centre line [m]
  double turn = 1.0;      // w: +1 if the belt turns counter-clockwise around the pulley, −1 if clockwise
  double stick_length{};  // length on which the belt sticks, from the entry to the front of slip [m]
  // Derivative ∂/∂N_k of the natural length of the slip arc, ∫ dσ/λ from the front of slip to the exit, at the stretch
  // of the front [m/N]. With Coulomb friction by pressure ± (R/μ)(1/λ_k − 1/λ_{k−1})/N_k, + where the force rises along
  // the arc.
  double slip_yield{};
  bool is_prescribed = false;
  double inertia{};     // I; not used for prescribed motion [kg m²]
  double resistance{};  // M′, derivative of the torque taken by ω; not used for prescribed motion [N m s/rad]
  std::optional<LinearStringAccessory> accessory{};
};
// The span behind a pulley.
struct LinearStringSpan {
  double length{};                                     // ℓ_k [m]
  double force{};                                      // N_k [N]
  double stretch{};                                    // λ_k [-]
  Eigen::Vector2d tangent = Eigen::Vector2d::UnitX();  // u_k
};
inline Eigen::Vector2d left_of(const Eigen::Vector2d& tangent) { return {-tangent.y(), tangent.x()}; }
// A pulley whose axis c(q) moves: J d²q/dt² + d dq/dt + k q = (force of the belt on the axis)·dc/dq minus its steady
// value.
struct LinearStringMount {
  std::size_t pulley{};
  Eigen::Vector2d axis_by = Eigen::Vector2d::Zero();        // dc/dq
  Eigen::Vector2d axis_by_twice = Eigen::Vector2d::Zero();  // d²c/dq²
  double inertia{};                                         // J [kg, kg m²]
  double damping{};                                         // d [N s/m, N m s]
  double stiffness{};                                       // k [N/m, N m]
};

// The data on which small motions of a string depend. The string is massless and without bending stiffness, and runs
// steadily over rigid pulleys or rests on them. Entry k of pulleys and spans is pulley k and the span behind it.
struct LinearStringDrive {
  double axial_stiffness{};  // EA [N]
  double flux{};             // G ≥ 0, natural length that passes a point per time [m/s]
  std::vector<LinearStringPulley> pulleys;
  std::vector<LinearStringSpan> spans;
  std::vector<LinearStringMount> mounts{};
};

// The data of pulleys and mounts that linear_string_of() needs in addition to a StringLoop.
struct LinearPulleyTerms {
  double inertia{};
  double resistance{};
  bool is_prescribed = false;
  std::optional<LinearStringAccessory> accessory{};
};
struct LinearMountTerms {
  Eigen::Vector2d axis_by_twice = Eigen::Vector2d::Zero();
  double inertia{};
  double damping{};
  double stiffness{};
};

// The LinearStringDrive of a StringLoop without mass in steady motion, with Coulomb friction and rigid stick. `forces`:
// of the spans, shape (n_pulleys); `mounts`: coordinates of the mounts; `terms` of pulleys and mounts. A belt at rest,
// flux = 0, sticks on all of its wraps. Throws SolverError if a running belt slips on a whole wrap.
LinearStringDrive linear_string_of(const StringLoop& loop, double flux, const std::vector<double>& forces,
                                   const std::vector<double>& mounts,
                                   const std::vector<LinearPulleyTerms>& pulley_terms,
                                   const std::vector<LinearMountTerms>& mount_terms);

// The small motions x exp(s t) of a LinearStringDrive. In the stick zone of a pulley particles keep the stretch with
// which they entered; the slip arc ends at the exit. Belt that comes in between the front of slip on pulley k and the
// entry of pulley k + 1 increases the natural length there:
//
//     s {(Y_k − ℓ_k/(EA λ_k²)) δN_k + g_k·δq} = R_k δω_k/λ_{k−1} − R_{k+1} δω_{k+1}/λ_k
//                                       − (G/(EA λ_{k−1})) exp(−s τ_k) δN_{k−1} + (G/(EA λ_k)) δN_k,              (1)
//     (s I_k + M′_k) δω_k + C_k = R_k (δN_k − δN_{k−1}) + δM_k,   or δω_k as given,                               (2)
//     (s² J + s d + k) δq = δ(F·dc/dq) + δf,   F = N_k u_k − N_{k−1} u_{k−1},                                     (3)
//
// C_k is the torque on an accessory on a spring: with D = s (s J + R) + s d + k and an additional torque δT on it,
//
//     D δχ = (k + s d) δω_k + s δT,   D C = (k + s d) ((s J + R) δω_k − δT),                                     (2a)
//
// and (2) is multiplied by D/k to keep it analytic.
//
// Y_k is the slip yield and τ_k = stick length/(G λ_{k−1}) the time for which a particle sticks. With the left normal
// n_k of a span and the displacement δΔ of its end at pulley k + 1 relative to its end at pulley k,
//
//     g_k·δq = u_k·δΔ/λ_k + w_k R_k (1/λ_{k−1} − 1/λ_k) δψ_k,   δψ_k = n_k·δΔ/ℓ_k:                                 (4)
//
// since the terms of moving fronts, entries and exits cancel except for the turn δψ of the span. All right-hand sides
// of (1) add up to 0 at s = 0: the length of the belt is an integral of the motion, which excites no mode. Therefore
// the first equation of (1) is replaced by their sum over s,
//
//     Σ {(Y_k − ℓ_k/(EA λ_k²)) δN_k + g_k·δq} = Σ (G/(EA λ_{k−1})) (1 − exp(−s τ_k))/s δN_{k−1},                   (5)
//
// which has the same roots except s = 0, and at s = 0 gives the change from one steady motion to the next. In a belt at
// rest, G = 0, nothing is transported, and (5) states that the natural length of the spans is constant.
//
// Given forces per length, as in the contour drive of [Oborin 2018], only change the yield. The mass of the belt is
// neglected: (1) holds for frequencies and speeds far below those of waves of the belt.
class LinearString {
 public:
  explicit LinearString(LinearStringDrive drive);

  const LinearStringDrive& drive() const { return drive_; }

  // The small motion at an input, in the running direction of the belt.
  struct Response {
    std::vector<std::complex<double>> force;             // δN of the spans [N]
    std::vector<std::complex<double>> angular_velocity;  // δω of the pulleys [rad/s]
    std::vector<std::complex<double>> mount;             // δq [m, rad]
    std::vector<std::complex<double>> accessory;         // δχ of accessories on springs, else 0 [rad/s]
  };
  // An input on a pulley or on a mount; `at` is its index in the drive.
  struct Input {
    LinearQuantity quantity = LinearQuantity::speed;
    std::size_t at{};
  };
  // The response at any s to δω = 1 rad/s of a prescribed pulley, to δM or δT = 1 N m on another pulley or on its
  // accessory, or to δf = 1 N or 1 N m on a mount.
  Response response(std::complex<double> s, const Input& input) const;

  // The change of the magnitude of F = N_k u_k − N_{k−1} u_{k−1}, the force on the axis of a pulley [N].
  std::complex<double> hub_load(std::size_t pulley, const Response& motion) const;

  // The s of the modes, as in LinearAnalysis::modes(); mode(): the motion of a mode, of arbitrary size.
  std::vector<std::complex<double>> roots(const ModeSearch& search) const;
  Response mode(std::complex<double> s) const;
  // A root by Newton's method from a guess; none if it does not converge.
  std::optional<std::complex<double>> root_near(std::complex<double> guess) const;

 private:
  std::size_t n() const { return drive_.pulleys.size(); }
  std::size_t before(std::size_t k) const { return (k + n() - 1) % n(); }
  std::size_t behind(std::size_t k) const { return (k + 1) % n(); }
  struct Assembly;                          // the matrix of (1) to (5) and its derivative by s
  enum class FirstRow { balance, length };  // (1) or (5)
  Assembly assemble(std::complex<double> s, FirstRow first) const;
  Assembly without_speeds(const Assembly& whole, numerics::LogValue& taken_out) const;
  numerics::LogValue determinant(std::complex<double> s) const;
  Response of_unknowns(std::complex<double> s, const Eigen::VectorXcd& x) const;
  Eigen::VectorXcd right_side(std::complex<double> s, const Input& input) const;
  void add_balance(std::size_t k, Assembly& to) const;
  void add_length(Assembly& to) const;
  void add_pulley(std::size_t k, Assembly& to) const;
  void add_mount(std::size_t m, Assembly& to) const;
  // ∂ψ/∂q of a span by a mount [rad/m, rad/rad].
  double turn_by(std::size_t span, const LinearStringMount& moved) const;

  LinearStringDrive drive_;
  std::vector<double> delay_;                      // τ_k [s]
  std::vector<double> span_yield_;                 // Y_k − ℓ_k/(EA λ_k²) [m/N]
  std::vector<std::vector<double>> displacement_;  // g_k by each mount, shape (n_pulleys)(n_mounts)
  double flux_scale_{};                            // of G [m/s]
  double force_scale_{};                           // of δN [N]
  std::vector<double> speed_scale_;                // of δω [rad/s]
  std::vector<double> mount_scale_;                // of δq [m, rad]
};

}  // namespace beltdyn::analytic
