// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <functional>

namespace beltdyn::exact {

// A belt without bending stiffness and weight on two rigid pulleys, with Coulomb friction and rigid stick: the
// parameters of the closed form. Pulley k = 0 drives, pulley 1 is driven; span k leads from pulley k to the other
// pulley. Lengths and angles refer to the path of the centre line.
struct StringDrive {
  double axial_stiffness{};             // EA [N]
  double unstressed_stretch = 1.0;      // λ₀ = 1 + ε_ref: N = EA (λ − λ₀) [-]
  double mass_per_length{};             // ρA, per reference length [kg/m]
  double reference_length{};            // L₀ of the whole belt [m]
  std::array<double, 2> radius{};       // R_k [m]
  std::array<double, 2> wrap{};         // α_k [rad]
  std::array<double, 2> span_length{};  // ℓ_k [m]
  std::array<double, 2> coefficient{};  // μ_k > 0, friction coefficient [-]
  // The radius of the surface divided by R_k [-]: the part of the surface traction that acts at the centre line for the
  // same moment.
  std::array<double, 2> share{1.0, 1.0};

  // Friction at the centre line divided by the pressure [-].
  double pull(std::size_t k) const { return coefficient[k] * share[k]; }

  double contour_length() const;  // [m]
  // a = EA − ρA G² and b = EA λ₀ of the effective force τ = N − ρA G² λ = a λ − b [N].
  double slope(double flux) const { return axial_stiffness - mass_per_length * flux * flux; }
  double offset() const { return axial_stiffness * unstressed_stretch; }
  // λ for the speed v = G λ [m/s] and the effective force τ [N]: the larger root of EA λ² − (b + τ) λ − ρA v² = 0.
  double stretch(double speed, double effective_force) const;
};

// The steady motion of a StringDrive. Entry k of an array belongs to the span that arrives at pulley k and to the stick
// zone on pulley k.
struct SteadyStringMotion {
  double flux{};                             // G, reference length that passes a point per time [m/s]
  std::array<double, 2> stretch{};           // λ_k [-]
  std::array<double, 2> force{};             // N_k [N]
  std::array<double, 2> effective_force{};   // τ_k = N_k − ρA G² λ_k [N]
  std::array<double, 2> speed{};             // v_k = G λ_k, surface speed of pulley k [m/s]
  std::array<double, 2> angular_velocity{};  // v_k/R_k, positive in the sense of the belt [rad/s]
  std::array<double, 2> slip_arc{};          // β_k, at the exit of pulley k [rad]
  double driver_torque{};                    // M₁ = R₁ (τ₁ − τ₂), input torque of the driver [N m]
  double driven_torque{};                    // M₂ = R₂ (τ₁ − τ₂), output torque of the driven pulley [N m]

  // M₂ ω₂/(M₁ ω₁) = λ₂/λ₁ [-]; at rest its limit. It exceeds 1 if the driven pulley drives.
  double efficiency() const { return stretch[1] / stretch[0]; }
};

// The exact steady motion at the speed v₁ ≥ 0 of the driver's surface [m/s] and the output torque M₂ of the driven
// pulley [N m]; M₂ < 0 if that pulley drives. With a = EA − ρA G², b = EA λ₀ and μ_k = pull(k), the effective force is
// τ = a λ − b, and
//
//     dτ/dθ = ± μ τ on the slip arcs, which lie before the exits:   τ₁/τ₂ = exp(± μ_k β_k),                      (1)
//     M_k = R_k (τ₁ − τ₂),                                                                                        (2)
//     ∫ dθ/λ over a slip arc = (a/b) [β − |ln(λ₁/λ₂)|/μ],                                                         (3)
//     L₀ = Σ_k { [ℓ_{1−k} + R_k (α_k − β_k)]/λ_k + R_k (a/(μ_k b)) [μ_k β_k − |ln(λ₁/λ₂)|] }.                     (4)
//
// (4) states that the reference length of the belt is the same at all speeds and loads, as [Rubin 2000] requires; with
// μ₁ = μ₂ the mechanics are those of [Rubin 2000] and [Bechtel 2000]. Given τ₁ all other quantities follow, so τ₁ is
// the only unknown of (4), which is solved to rounding. Throws UsageError for an invalid drive, SolverError if M₂
// exceeds largest_torque(), or if the belt is so loose or fast that it does not press on the pulleys.
SteadyStringMotion steady_string_motion(const StringDrive& drive, double driver_speed, double driven_torque);

// The same with a torque that depends on the angular velocity of the driven pulley, M₂ = load(ω₂), e.g. bearing
// friction. If the load falls with the speed faster than the output torque of the drive does, several solutions exist,
// and one of them is returned.
SteadyStringMotion steady_string_motion_under_load(const StringDrive& drive, double driver_speed,
                                                   const std::function<double(double angular_velocity)>& load);

enum class PowerFlow { from_driver, to_driver };

// The steady motion at which slip covers a whole wrap. Its torque is the largest that can be transmitted; it is a limit
// point of the steady motions. Throws like steady_string_motion().
SteadyStringMotion full_slip_motion(const StringDrive& drive, double driver_speed,
                                    PowerFlow power = PowerFlow::from_driver);
// The magnitude of the torque M₂ of full_slip_motion() [N m].
double largest_torque(const StringDrive& drive, double driver_speed, PowerFlow power = PowerFlow::from_driver);

}  // namespace beltdyn::exact
