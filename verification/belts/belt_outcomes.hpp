// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "verification/belt_support.hpp"

// Runs of the belt drive of [Ntarladima 2023] Section 4 and what is left of them for comparison.
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
  std::string options{};             // further members of the run as JSON text, each
                                     // led by a comma: , "integration": "a"
  std::vector<std::string> edits{};  // of the configuration, see BeltRun
  double end_time = kEndTime;        // [s]
};

// As the published results were computed: friction and time integration as in the paper, with contact forces from the
// centres of the pulleys. The other contact frame differs where a segment reaches over the end of an arc: by 0.2 N in
// Fig. 15.
BeltCase paper_case(int elements, double time_step = 5e-5);

BeltRun make_run(const BeltCase& belt_case);

// A part of the belt in the material coordinate of the published data [m].
struct Stretch {
  double from{};
  double to{};
};
// The spans without what bends at their ends, and the parts of them over which published means are taken.
inline constexpr Stretch kUpperSpan{0.03, 0.284};
inline constexpr Stretch kLowerSpan{0.658, 0.912};
inline constexpr Stretch kUpperMiddle{0.1, 0.2};
inline constexpr Stretch kLowerMiddle{0.73, 0.83};

// The material coordinate of the published data: it runs against the belt, and is x at the first node or middle of an
// element with x ≥ 0 of the upper span.
class PublishedCoordinate {
 public:
  explicit PublishedCoordinate(std::span<const BeltPoint> points);
  double operator()(const BeltPoint& point) const;
  // The particle at a published coordinate, s of BeltMap [m]
  double material(double coordinate) const { return origin_.position.x() + origin_.material - coordinate; }

 private:
  BeltPoint origin_;
};

// The points of a stretch in the order of the published coordinate.
std::vector<BeltPoint> points_in(std::span<const BeltPoint> points, const Stretch& stretch);
double mean_force(std::span<const BeltPoint> points, const Stretch& stretch);  // [N]
double mean_speed(std::span<const BeltPoint> points, const Stretch& stretch);  // [m/s]

struct BeltOutcome {
  BeltMap belt;                        // at the end
  std::vector<double> driven_speed{};  // ω₂ every millisecond from t = 0 [rad/s]
  std::vector<double> torque{};        // of the belt on pulley 1, then too [N m]
  std::vector<double> tight_speed{};   // means over the spans, then too [m/s]
  std::vector<double> slack_speed{};
  double slip_arc_driver{};  // [rad]
  double slip_arc_driven{};
  // The largest deviation on the long slip arcs from Euler-Eytelwein with inertia, relative: the force less the
  // momentum that the belt carries, N − ρA v²/λ, grows as exp(μ φ) with the angle φ around the pulley.
  double eytelwein_error{};
};

// Carries a run to its end, once: runs take seconds, and several cases, maybe in several threads, look at the same one.
const BeltOutcome& outcome(const BeltCase& belt_case);

// Of the last 50 ms of a history: a single instant has an oscillation with the elements that pass.
double late_mean(std::span<const double> history);

}  // namespace beltdyn::verification
