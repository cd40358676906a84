// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/drive/rope/rope_on_surface.hpp"
#include "lagrangian/rope/rope_model.hpp"

namespace beltdyn::lagrangian::rope {

// The types of elements of a run.
struct BarChoice {};
struct CableChoice {
  double bending_factor = 1e-3;  // factor of E I: a rope of wires bends more easily than a rod [-]
};
enum class MidLine { linear, hermite };
inline constexpr std::array<std::string_view, 2> kMidLineNames{"linear", "hermite"};
struct SolidBeamChoice {
  MidLine mid_line = MidLine::linear;
  double shear_factor = 1e-5;
  double poisson_ratio = 0.3;
  int axial_points = 1;
};
using ElementChoice = std::variant<CableChoice, BarChoice, SolidBeamChoice>;

// The quantity to compute.
//   force_ratio        the rope is pulled until all of it slides in one direction
//   critical_friction  the coefficient at which the rope, under T at both ends, just keeps its course
//   drift              the speed at which a viscous rope under T at both ends leaves its course
enum class RopeStudy { force_ratio, critical_friction, drift };
inline constexpr std::array<std::string_view, 3> kRopeStudyNames{"force_ratio", "critical_friction", "drift"};

struct RopeParameters {
  int elements{};
  ElementChoice element;
  RopeContactOptions contact;
  RopeStart start = RopeStart::settled;
  RopeStudy study = RopeStudy::force_ratio;
  double spring_stiffness = 0.0;  // of the spring that pulls; 0: a twentieth of the rope's EA/L [N/m]
  double load_step = 0.0;         // of the pull; 0: the step that changes its force by about 2 T [m]
  double coarser_steps = 1.0;     // factor of the last steps before all of the rope slides, to estimate their error [-]
  double viscosity = 0.0;         // of a drift study [N s/m²]
  double drift_time = 0.0;        // [s]
  double time_step{};             // between two values of the sweep [s]
};

struct RopeResult {
  double force_ratio = 1.0;
  double critical_friction = 0.0;  // if searched for [-]
  double drift_speed = 0.0;        // if searched for; of the middle of the rope, along n × t [m/s]
  double lateral_drift = 0.0;      // [m]
  double slip = 0.0;               // of the pulled end [m]
  int load_steps = 0;
  ContactSummary contact;
};

// Solves the problem of one instant. The model stays available for pictures.
class RopeAnalysis {
 public:
  // `tension`: at the held end [N].
  RopeAnalysis(const RopeOnSurface& drive, const RopeParameters& parameters, double time, double tension);

  // Throws SolverError. If Newton's method fails under equal forces and the course needs more friction than there is,
  // the message is "no equilibrium in the dragging direction ..." with μ and tan α; otherwise it reports how far the
  // solution came.
  RopeResult run(SolverStatistics& statistics);

  const RopeModel& model() const { return *model_; }
  // Deepest penetration over the smallest radius of curvature of the course [-].
  double sinkage() const { return model_->contact_summary().deepest * course_.largest_normal_curvature(); }

 private:
  RopeModel make_model() const;
  double axial_stiffness() const;
  void load_equally(const RopeLoad& load, SolverStatistics& statistics);
  void pull_until_sliding(RopeResult& result, SolverStatistics& statistics);
  void let_drift(RopeResult& result, SolverStatistics& statistics);
  double bisect(SolverStatistics& statistics);
  bool holds(double friction, SolverStatistics& statistics);
  [[noreturn]] void report_no_equilibrium() const;
  // The advice `way_out`, unless the penalty is so soft that no mesh helps.
  std::string remedy(const std::string& way_out) const;

  RopeOnSurface drive_;
  RopeParameters parameters_;
  surface::RopeCourse course_;
  double tension_;
  double friction_;
  std::optional<RopeModel> model_;
};

}  // namespace beltdyn::lagrangian::rope
