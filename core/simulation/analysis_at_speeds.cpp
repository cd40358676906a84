// SPDX-License-Identifier: MIT
#include "core/simulation/analysis_at_speeds.hpp"

#include <fmt/format.h>

#include "core/drive/belt_drive.hpp"
#include "core/error.hpp"

namespace beltdyn {

AnalysisAtSpeeds::AnalysisAtSpeeds(const Simulation& simulation, const LinearAnalysis& analysis, std::size_t pulley)
    : simulation_(simulation), present_(analysis.steady_speeds()[pulley]) {
  if (present_ != 0.0) return;
  throw SolverError(
      fmt::format("pulley {} is at rest at end_time, so the speeds requested by linear.campbell or "
                  "linear.order_response cannot be obtained by scaling its speed; give it a nonzero speed at end_time",
                  analysis.drive()->pulley_label(pulley)));
}

const LinearAnalysis& AnalysisAtSpeeds::at(double speed) {
  if (made_ != speed) {
    there_.reset();
    other_ = simulation_.at_speeds(speed / present_);
    there_ = other_->linear_analysis();
    made_ = speed;
  }
  return *there_;
}

}  // namespace beltdyn
