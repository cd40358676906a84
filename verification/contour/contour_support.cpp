// SPDX-License-Identifier: MIT
#include "verification/contour/contour_support.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "core/drive/any_drive.hpp"
#include "core/settings/configuration.hpp"
#include "formulations/all_formulations.hpp"
#include "verification/embedded.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

ContourDrive oborin_drive(double friction_force, TimeFunction speed_1, double speed_2) {
  return {.contour_length = 6.0,
          .contact_length = {1.0, 1.0},
          .axial_stiffness = 1.0,
          .friction_force = {friction_force, friction_force},
          .surface_speed = {std::move(speed_1), TimeFunction(speed_2)}};
}

constexpr double kTimeSlack = 1e-9;  // relative rounding error of an end time that is a sum of steps [-]

}  // namespace

ContourDrive oborin_62() { return oborin_drive(0.002, TimeFunction(1.0), 0.999); }

ContourDrive oborin_section_3() { return oborin_drive(0.2, TimeFunction(1.0), 0.9); }

ContourDrive oborin_section_7(int number, double lambda) {
  const TimeFunction::Harmonic speed =
      number == 1 ? TimeFunction::Harmonic{1.0005, 0.0005, lambda} : TimeFunction::Harmonic{1.0, 0.001, lambda};
  return oborin_drive(0.002, TimeFunction(speed), 1.0);
}

std::unique_ptr<ContourSimulation> make_contour_simulation(const ContourDrive& drive, const std::string& run,
                                                           double end_time) {
  // The drive in this text is a placeholder; the run uses the argument.
  const std::string text = fmt::format(
      R"({{"format": "beltdyn/1", "name": "verification", "end_time": {},
          "drive": {{"type": "contour", "contour_length": 6, "contact_length": 1, "axial_stiffness": 1,
                    "friction_force": 1, "surface_speed": [{{"type": "constant", "value": 1}},
                                                           {{"type": "constant", "value": 1}}]}},
          "runs": [{}]}})",
      end_time, "{\"name\": \"run\", " + run.substr(1));
  const Configuration configuration =
      read_configuration(config::JsonDocument::parse("verification", text), all_formulations());
  const Indirect<Drive> any = as_drive(drive);
  std::unique_ptr<Simulation> simulation = configuration.runs[0].options->create(any, end_time);
  auto* contour = dynamic_cast<ContourSimulation*>(simulation.get());
  if (contour == nullptr) throw UsageError("not a formulation of the contour drive: " + run);
  (void)simulation.release();
  return std::unique_ptr<ContourSimulation>(contour);
}

double ContourHistory::at(double t, const std::function<double(const ContourState&)>& quantity) const {
  const auto next = static_cast<std::size_t>(std::lower_bound(time.begin(), time.end(), t - kTimeSlack) - time.begin());
  if (next == 0) return quantity(state.front());
  if (next == time.size()) return quantity(state.back());
  if (std::abs(time[next] - t) <= kTimeSlack) return quantity(state[next]);
  const double x = (t - time[next - 1]) / (time[next] - time[next - 1]);
  return (1.0 - x) * quantity(state[next - 1]) + x * quantity(state[next]);
}

double ContourHistory::strain_tight(double t) const {
  return at(t, [](const ContourState& s) { return s.strain_tight; });
}

double ContourHistory::strain_slack(double t) const {
  return at(t, [](const ContourState& s) { return s.strain_slack; });
}

ContourHistory run_contour(const ContourDrive& drive, const std::string& run, double end_time) {
  const std::unique_ptr<ContourSimulation> simulation = make_contour_simulation(drive, run, end_time);
  ContourHistory history;
  while (true) {
    history.time.push_back(simulation->time());
    history.state.push_back(simulation->state());
    if (simulation->time() >= end_time - kTimeSlack) break;
    simulation->advance(simulation->time_step());
  }
  history.statistics = simulation->statistics();
  return history;
}

CsvTable oborin_curve(const std::string& file_name) {
  return CsvTable::parse(file_name, embedded::oborin_2018(file_name));
}

ContourHistory exact_history(const ContourDrive& drive, const std::string& strain, double time_step, double end_time) {
  return run_contour(
      drive, fmt::format(R"({{"formulation": "analytic_dde", "strain": "{}", "time_step": {}}})", strain, time_step),
      end_time);
}

namespace {

double worst_error(const ContourHistory& history, const ContourHistory& reference, double ContourState::*strain) {
  double worst = 0.0;
  double largest = 0.0;
  for (std::size_t i = 0; i < history.time.size(); ++i) {
    const double exact = reference.at(history.time[i], [strain](const ContourState& state) { return state.*strain; });
    worst = larger(worst, std::abs(history.state[i].*strain - exact));
    largest = larger(largest, std::abs(exact));
  }
  return worst / largest;
}

}  // namespace

double tight_strain_error(const ContourHistory& history, const ContourHistory& reference) {
  return worst_error(history, reference, &ContourState::strain_tight);
}

double strain_error(const ContourHistory& history, const ContourHistory& reference) {
  return larger(tight_strain_error(history, reference), worst_error(history, reference, &ContourState::strain_slack));
}

}  // namespace beltdyn::verification
