// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/csv_table.hpp"
#include "core/run/contour_simulation.hpp"

namespace beltdyn::verification {

// The drive of [Oborin 2018] with the parameters (62): the pulley speeds are 1 m/s and 0.999 m/s.
ContourDrive oborin_62();
// The drive of [Oborin 2018] Section 3: ten per cent difference of speed, with friction chosen accordingly.
ContourDrive oborin_section_3();
// The drives of [Oborin 2018] Section 7. Number 1: V₁ = 1.0005 + 0.0005 cos λt. Number 2: V₁ = 1 + 0.001 cos λt.
ContourDrive oborin_section_7(int number, double lambda);

// A contour drive set up as from a configuration. `run` is the JSON object of a run without its name, e.g.
// {"formulation": "analytic_dde", "strain": "linear", "time_step": 0.1}. Throws ConfigError.
std::unique_ptr<ContourSimulation> make_contour_simulation(const ContourDrive& drive, const std::string& run,
                                                           double end_time);

// The states of a run at its start and after each step.
struct ContourHistory {
  std::vector<double> time;
  std::vector<ContourState> state;
  SolverStatistics statistics;

  // A quantity at any time [s], linearly interpolated.
  double at(double t, const std::function<double(const ContourState&)>& quantity) const;
  double strain_tight(double t) const;
  double strain_slack(double t) const;
};
ContourHistory run_contour(const ContourDrive& drive, const std::string& run, double end_time);

// A reference curve of verification/data/oborin-2018, compiled into the program.
CsvTable oborin_curve(const std::string& file_name);

// The accurate solution of the delay equations for the same drive, at the steps of another run. It is the exact
// solution of a strain model ("linear", "finite_contour", "finite_material"); oborin-2018/dde compares it with
// reference curves.
ContourHistory exact_history(const ContourDrive& drive, const std::string& strain, double time_step, double end_time);

// max |x(tᵢ) − x_ref(tᵢ)| / max |x_ref| over the steps of the run, for the strain of the tight span and for both spans.
double tight_strain_error(const ContourHistory& history, const ContourHistory& reference);
double strain_error(const ContourHistory& history, const ContourHistory& reference);

}  // namespace beltdyn::verification
