// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "verification/belt_support.hpp"

// Runs of the belt drive of [Ntarladima 2023] Section 4 and the results of them that cases compare.
namespace beltdyn::verification {

inline constexpr double kEndTime = 2.45;           // [s]
inline constexpr double kHistoryStep = 1e-3;       // between the rows of published histories [s]
inline constexpr double kAxialStiffness = 8000.0;  // EA [N]
inline constexpr double kStressFree = 0.95;        // 1 + ε_ref [-]
inline constexpr double kFriction = 0.5;           // μ [-]
inline constexpr double kDriverSpeed = 12.0;       // ω_P1 [rad/s]

// A run of the formulation lagrangian_ancf.
struct BeltCase {
  int elements{};
  double time_step{};  // [s]
  std::string friction;
  std::string options{};  // further members of the run as JSON text, each preceded by a comma: , "integration": "a"
  std::vector<std::string> edits{};  // of the configuration, see BeltRun
  double end_time = kEndTime;        // [s]
};

// A run as the published results were computed: friction and time integration as in the paper, contact forces directed
// from the centres of the pulleys. The other contact frame gives different forces where a segment extends beyond the
// end of an arc: by 0.2 N in Fig. 15.
BeltCase paper_case(int elements, double time_step = 5e-5);

BeltRun make_run(const BeltCase& belt_case);

// An interval of the belt in the material coordinate of the published data [m].
struct Stretch {
  double from{};
  double to{};
};
// The spans without the bent parts at their ends, and their middle parts over which published means are taken.
inline constexpr Stretch kUpperSpan{0.03, 0.284};
inline constexpr Stretch kLowerSpan{0.658, 0.912};
inline constexpr Stretch kUpperMiddle{0.1, 0.2};
inline constexpr Stretch kLowerMiddle{0.73, 0.83};

// The material coordinate of the published data [m]. It runs against the direction of the belt. Its origin: at the
// first node or element centre of the upper span with x ≥ 0 the coordinate equals x.
class PublishedCoordinate {
 public:
  explicit PublishedCoordinate(std::span<const BeltPoint> points);
  double operator()(const BeltPoint& point) const;
  // The particle at a published coordinate, as coordinate s of BeltMap [m].
  double material(double coordinate) const { return origin_.position.x() + origin_.material - coordinate; }

 private:
  BeltPoint origin_;
};

// The points inside a stretch, in the order of the published coordinate.
std::vector<BeltPoint> points_in(std::span<const BeltPoint> points, const Stretch& stretch);
double mean_force(std::span<const BeltPoint> points, const Stretch& stretch);  // [N]
double mean_speed(std::span<const BeltPoint> points, const Stretch& stretch);  // [m/s]

// The results of a run of lagrangian_ancf that cases compare.
struct BeltOutcome {
  BeltMap belt;                        // at the end of the run
  std::vector<double> driven_speed{};  // ω₂ every millisecond from t = 0 [rad/s]
  std::vector<double> torque{};        // of the belt on pulley 1 at the same times [N m]
  std::vector<double> tight_speed{};   // mean over the span at the same times [m/s]
  std::vector<double> slack_speed{};   // [m/s]
  double slip_arc_driver{};            // [rad]
  double slip_arc_driven{};            // [rad]
  // The largest relative deviation, on long slip arcs, from Euler-Eytelwein with inertia [-]: the effective force N −
  // ρA v²/λ, with the momentum flux of the belt subtracted, grows as exp(μ φ) with the angle φ around the pulley.
  double eytelwein_error{};
};

// Executes a run once and keeps its results: runs take seconds, and several cases, possibly in several threads, use the
// same run.
const BeltOutcome& outcome(const BeltCase& belt_case);

// Mean over the last 50 ms of a history; single instants include oscillations from passing elements.
double late_mean(std::span<const double> history);

}  // namespace beltdyn::verification
