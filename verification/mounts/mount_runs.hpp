// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/drive/any_drive.hpp"
#include "verification/belt_support.hpp"
#include "verification/exact/string_loop_motion.hpp"
#include "verification/verification_case.hpp"

namespace beltdyn::verification {

// Runs of drives with mounts that cases of several formulations share.

// The configuration of the accessory drive, and the index of its pulley on an arm.
std::string_view tensioner_text();
inline constexpr std::size_t kTensioner = 3;
// The edit that applies a constant moment [N m] to a pulley of the accessory drive, counted from 0.
std::string applied_torque(int pulley, double moment);

// The edits that load three of its pulleys with 4, 3 and 2.5 N m; the loads are proportional to the speed up to
// 50 rad/s.
std::vector<std::string> accessory_loads();

// The frequencies [Hz] of small motions about rest for a drive whose belt sticks to all pulleys and whose first pulley
// is held. The model: springs between the particles that stick to neighbouring pulleys, where e_i is the elongation of
// the belt between them,
//
//     V = Σ [N e_i + ½ EA e_i²/((ℓ_i − 2 ℓ_n)/λ + 2 ℓ_s)] + ½ k (u − u₀)²,   ℓ_s = √(EA/k_t),   ℓ_n = √(N/k_n).
//
// At both ends of a span, ℓ_s is the length over which a bar on bristles of stiffness k_t per length comes to stick.
// ℓ_n is the length by which a string on springs of stiffness k_n per length touches before the tangent point: the
// string leaves the springs where it has come up from the depth N/(k_n R) with exp(−x/ℓ_n). `angle` is the angle of the
// arm at rest [rad].
std::vector<double> stuck_modes(const BeltDrive& drive, double angle);

// Results of the loaded accessory drive in steady motion at a crank speed of 100 rad/s, on several meshes.
struct RunningDrives {
  std::vector<std::pair<int, double>> angle;  // of the arm, by the number of elements [rad]
  std::vector<std::pair<int, double>> force;  // of the first span [N]
  std::vector<std::pair<int, double>> speed;  // of the alternator [rad/s]
  exact::StringLoopMotion exact;              // exact solution of the string
};
// Adds the means of a run over a window; single samples include oscillations from passing elements.
void add_running_drive(RunningDrives& drives, int n_elements, BeltRun& run, double begin, double window, int n_looks);

// The limit of results under mesh refinement with errors of second order.
struct RefinementLimit {
  double exact{};
  double tolerance{};  // of the extrapolated result
  bool is_relative{};
};
// Results of a quantity under refinement of a parameter.
struct Refinement {
  std::string quantity;
  std::string parameter;                      // the refined parameter, e.g. "links"
  std::vector<std::pair<int, double>> found;  // results by number; each number is twice the one before
};
// Records the limit extrapolated from the last two results, their order of convergence, and all errors as a series.
void record_refinement(Record& record, const Refinement& refinement, const RefinementLimit& limit, Record::Rank rank);

// Tolerances of let_weight_go().
struct WeightTolerances {
  double pull = 1e-8;          // of the belt force on the slider at rest, relative [-]
  double force = 2e-4;         // of the span forces at rest, relative [-]
  double displacement = 1e-3;  // of the oscillation, over its amplitude [-]
};
// Two pulleys, the second one on a slider that a weight pulls. Friction is negligible, so the belt is stretched
// uniformly: a mass on a spring, which consists of the two strands and the contact on the pulleys.
void let_weight_go(Record& record, const std::string& run_members, const std::vector<std::string>& edits = {},
                   const WeightTolerances& tolerances = {});

// The hysteresis of a joint: the moment of the belt minus the moment of the spring, over the angle. Below the friction
// limit it follows the bristle, at the limit it is μ N r. The inertia of the arm is negligible.
struct JointLoop {
  double highest{};    // largest moment [N m]
  double lowest{};     // smallest moment [N m]
  double swing{};      // range of the angle [rad]
  double law_error{};  // deviation from a bristle that follows the angle, over the friction limit [-]
};

// The loop of the accessory drive with friction in the joint of its arm, under a load that oscillates once a second.
// Moments are means over `window` [s], or values of single steps if it is 0.
JointLoop hysteresis(const std::string& run_members, const std::vector<std::string>& edits, double window = 0.0);

}  // namespace beltdyn::verification
