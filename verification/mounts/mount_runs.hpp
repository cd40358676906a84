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

// Runs of drives with mounts that several formulations make.

// The configuration of the accessory drive, and the index of its pulley on an arm.
std::string_view tensioner_text();
inline constexpr std::size_t kTensioner = 3;
// The edit that puts a constant moment on a pulley of it, counted from 0 [N m].
std::string applied_torque(int pulley, double moment);

// The edits that load three of its pulleys with 4, 3 and 2.5 N m, proportional to the speed up to 50 rad/s.
std::vector<std::string> accessory_loads();

// The frequencies of small motions about the rest of a drive whose belt sticks to all pulleys, the first of which is
// held: springs between the particles that stick to neighbouring pulleys, of the length e_i of the belt between them,
//
//     V = Σ [N e_i + ½ EA e_i²/((ℓ_i − 2 ℓ_n)/λ + 2 ℓ_s)] + ½ k (u − u₀)²,   ℓ_s = √(EA/k_t),   ℓ_n = √(N/k_n).
//
// ℓ_s is the length over which a bar on bristles of the stiffness k_t per length comes to stick, at both ends of a
// span; ℓ_n that by which a string on springs of k_n per length touches before the tangent: it leaves them where it has
// come up from the depth N/(k_n R) with exp(−x/ℓ_n). The angle is that of the arm at rest [rad]; [Hz].
std::vector<double> stuck_modes(const BeltDrive& drive, double angle);

// The loaded accessory drive in steady motion at 100 rad/s of its crank, for one mesh after another.
struct RunningDrives {
  std::vector<std::pair<int, double>> angle;  // of the arm, by the number of elements [rad]
  std::vector<std::pair<int, double>> force;  // of the first span [N]
  std::vector<std::pair<int, double>> speed;  // of the alternator [rad/s]
  exact::StringLoopMotion exact;              // of the string
};
// Adds the means over a window; elements that pass shake a drive.
void add_running_drive(RunningDrives& drives, int n_elements, BeltRun& run, double begin, double window, int n_looks);

// What a mesh that is halved approaches, with errors of second order.
struct RefinementLimit {
  double exact{};
  double tolerance{};
  bool is_relative{};
};
struct Refinement {
  std::string quantity;
  std::string parameter;                      // "links"
  std::vector<std::pair<int, double>> found;  // for twice as many from one to the next
};
// Records what the last two tell of the limit, their order of convergence, and the errors as a series.
void record_refinement(Record& record, const Refinement& refinement, const RefinementLimit& limit, Record::Rank rank);

struct WeightTolerances {
  double pull = 1e-8;          // of the belt at rest, relative
  double force = 2e-4;         // of the spans at rest, relative
  double displacement = 1e-3;  // of the swing, over its amplitude
};
// Two pulleys, the second one on a slider that a weight pulls at; hardly any friction, so that the belt is stretched
// evenly: a mass on the spring of its two strands and of the contact on the pulleys.
void let_weight_go(Record& record, const std::string& run_members, const std::vector<std::string>& edits = {},
                   const WeightTolerances& tolerances = {});

// The moment of the belt less that of the spring, over the angle: within the limit of friction it follows the bristle,
// at the limit it is μ N r. The arm's inertia counts next to nothing.
struct JointLoop {
  double highest{};
  double lowest{};
  double swing{};      // of the angle [rad]
  double law_error{};  // against the bristle carried along the angle, of the limit [-]
};

// Of the accessory drive with friction in the joint of its arm, under a load that ripples once a second.
// Moments are means over windows of this length, of single steps if it is 0 [s].
JointLoop hysteresis(const std::string& run_members, const std::vector<std::string>& edits, double window = 0.0);

}  // namespace beltdyn::verification
