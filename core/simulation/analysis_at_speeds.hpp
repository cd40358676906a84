// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>

#include "core/simulation/linear_analysis.hpp"
#include "core/simulation/simulation.hpp"

namespace beltdyn {

// Linear analyses of a drive at other speeds: all prescribed speeds change in the same ratio as that of one pulley.
class AnalysisAtSpeeds {
 public:
  // Throws SolverError if the pulley is at rest. The simulation and its analysis must outlive this.
  AnalysisAtSpeeds(const Simulation& simulation, const LinearAnalysis& analysis, std::size_t pulley);

  // That of the last speed ω ≠ 0 is kept [rad/s]. Throws SolverError if there is no steady motion.
  const LinearAnalysis& at(double speed);

 private:
  const Simulation& simulation_;
  double present_;     // ω of the pulley in the simulation [rad/s]
  double made_ = 0.0;  // the speed of the last analysis
  std::unique_ptr<Simulation> other_;
  std::unique_ptr<LinearAnalysis> there_;
};

}  // namespace beltdyn
