// SPDX-License-Identifier: MIT
// The studies of configs/convergence: the observed order agrees with theory, with bounds on both sides.
#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "formulations/all_formulations.hpp"
#include "postprocess/convergence.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"

namespace beltdyn::verification {
namespace {

constexpr double kTimeSlack = 1e-9;  // relative rounding error of an end time that is a sum of steps [-]

// The history of a run at its start and after each step.
CsvTable history_of(const Configuration& configuration, const RunConfig& run) {
  const std::unique_ptr<Simulation> simulation =
      run.options->create(configuration.drive_of(run), configuration.end_time);
  const History history = simulation->history();
  std::vector<std::string> names{"time [s]"};
  for (std::string& name : history.headers()) names.push_back(std::move(name));
  std::vector<std::vector<double>> columns(names.size());
  std::vector<double> values(names.size() - 1);
  while (true) {
    columns[0].push_back(simulation->time());
    history.values(values);
    for (std::size_t i = 0; i < values.size(); ++i) columns[i + 1].push_back(values[i]);
    const double left = configuration.end_time - simulation->time();
    if (left <= kTimeSlack * configuration.end_time) break;
    simulation->advance(std::min(simulation->time_step(), left));
  }
  return {run.name, std::move(names), std::move(columns)};
}

postprocess::Convergence carried_out(const Configuration& configuration) {
  std::deque<CsvTable> tables;
  std::vector<postprocess::RunHistory> histories;
  for (const RunConfig& run : configuration.runs) {
    tables.push_back(history_of(configuration, run));
    histories.push_back({.name = run.name,
                         .model = run.options->model(configuration.drive_of(run)),
                         .is_reference = run.options->is_exact(),
                         .history = &tables.back()});
  }
  return postprocess::measure_convergence(configuration, histories);
}

enum class Norm { l2, maximum, final_value };

const postprocess::ErrorSeries& series_of(const postprocess::ColumnConvergence& column, Norm norm) {
  switch (norm) {
    case Norm::maximum:
      return column.maximum;
    case Norm::final_value:
      return column.final_value;
    case Norm::l2:
      break;
  }
  return column.l2;
}

std::string_view name_of(Norm norm) {
  switch (norm) {
    case Norm::maximum:
      return "largest error";
    case Norm::final_value:
      return "error at the end";
    case Norm::l2:
      break;
  }
  return "L2 error in time";
}

// A study and its claim: each column listed in the study converges with the fitted order in one norm.
struct Claim {
  std::string file;  // of configs/convergence, without .json
  std::string claim;
  Norm norm{};
  double within{};  // tolerance of the order that the study expects [-]
  std::string reason;
  bool slow = false;
};

void hold(Record& record, const Claim& claim) {
  const std::string file = claim.file + ".json";
  const Configuration configuration =
      read_configuration(config::JsonDocument::parse(file, embedded::convergence_study(file)), all_formulations());
  const postprocess::Convergence convergence = carried_out(configuration);
  for (const postprocess::RunConvergence& run : convergence.runs) {
    for (const postprocess::ColumnConvergence& column : run.columns) {
      const postprocess::ErrorSeries& series = series_of(column, claim.norm);
      record.absolute(fmt::format("order of {}", column.column), series.fitted_order, convergence.expected_order,
                      claim.within, Record::Rank::detail, claim.reason);
      record.series({.title = fmt::format("{} against {}: {}", run.run, run.reference, column.column),
                     .parameter = convergence.name,
                     .error = fmt::format("{} of {}", name_of(claim.norm), column.column),
                     .values = run.values,
                     .errors = series.errors,
                     .expected_order = convergence.expected_order,
                     .orders = series.orders});
    }
  }
}

std::vector<Claim> claims() {
  const std::string kinks =
      "kinks of the strain lie at arbitrary positions in an element, which scatters individual halvings by a third";
  return {
      {"ale_elements", "The moment of a swinging drive converges with order 2 in spatially fixed elements.", Norm::l2,
       0.4,
       "the touching points lie at arbitrary positions in an element, which scatters individual halvings by a third"},
      {"ale_step", "The steps of eulerian_ale have order 2.", Norm::l2, 0.15,
       "at the largest step, a twentieth of the period, the next term of the error is smaller by a factor of (omega "
       "h)^2 = 0.1"},
      {"ancf_elements", "The span forces of a loaded drive converge with order 2 in elements moving with the belt.",
       Norm::l2, 0.3, "elements entering and leaving perturb the forces by a tenth of the error of the middle mesh"},
      {"ancf_step", "The steps of lagrangian_ancf have order 2.", Norm::l2, 0.15,
       "at the largest step, a twentieth of the period, the next term of the error is smaller by a factor of (omega "
       "h)^2 = 0.1"},
      {"contact_stiffness",
       "The belt on compliant pulleys converges to that on rigid pulleys with order 1 in the compliance.", Norm::l2,
       0.15, "the mesh error, half of the error at the stiffest contact, changes the fitted order by 0.1"},
      {"delay_equations_step", "The midpoint method for the delay equations has order 2.", Norm::l2, 0.3,
       "kinks at t* and t** lie off the grid and scatter individual halvings by up to 1; a fit over four octaves "
       "leaves a quarter"},
      {"eulerian_contour_elements", "The contour belt converges with order 2 in spatially fixed elements.", Norm::l2,
       0.4, kinks},
      {"eulerian_contour_step", "The midpoint scheme of the contour belt has order 2 in the step.", Norm::l2, 0.15,
       "kinks of the strain at t* and t** fall between steps, which reduces the order by 0.1 at the largest steps"},
      {"front_tracking_step", "Front tracking has order 2 in its step while the driving speed oscillates.", Norm::l2,
       0.1, "the reference has 1/16 of the error of the shortest step, which raises the order by 0.04"},
      {"lagrangian_contour_elements", "The contour belt with moving nodes converges with order 1 in the node spacing.",
       Norm::l2, 0.25, "the ends of the slip zones scatter by an element, and the step adds less to coarse meshes"},
      {"links_elements", "The span forces converge with order 2 in the links.", Norm::l2, 0.2,
       "the next term is of order 4: (l/R)^2/5 = 0.01 on the coarsest mesh; the number of links in contact scatters "
       "it"},
      {"rope_elements", "Bars on a helix have order 2 in their number.", Norm::final_value, 0.05,
       "the next term is smaller by a factor of (pi/8)^2/4 = 0.04 with 8 bars"},
  };
}

}  // namespace

void add_convergence_cases(std::vector<VerificationCase>& cases) {
  for (Claim& claim : claims()) {
    cases.push_back(
        {.id = "convergence/" + claim.file,
         .claim = claim.claim,
         .reference = "the order by theory; errors from the reference of configs/convergence/" + claim.file + ".json",
         .slow = claim.slow,
         .run = [claim](Record& record) { hold(record, claim); },
         .tolerances = "the effect of the next error term on the order"});
  }
}

}  // namespace beltdyn::verification
