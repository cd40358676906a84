// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "core/config/json_document.hpp"
#include "core/settings/configuration.hpp"
#include "studies/identify/run_journal.hpp"
#include "studies/varied_run.hpp"

namespace beltdyn::studies {

// Calls work(0), ..., work(count − 1) in any order, some of them in parallel.
using ForEach = std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)>;

// A fitted variable: a number of the configuration, or an offset or time shift of a series.
struct FitVariable {
  enum class Kind { number, offset, time_shift };

  Kind kind = Kind::number;
  std::size_t series{};  // of an offset or time shift
  std::string name;
  std::string unit;
  FitRange range;
  bool is_logarithmic = false;

  // The value for u between 0 and 1, and u of a value.
  double value(double u) const;
  double scaled(double value) const;
  // dp/du at the value p.
  double slope(double value) const;
};

// The residuals of runs against measurements, as functions of scaled parameters u: for each measured value y(t) with
// the standard deviation σ
//
//     r = (m(t + time_shift) + offset − y)/σ,
//
// with the history column m of the run, under the conditions of the measurement. Series follow in the order of the
// configuration. Series of one run under equal conditions belong to one setting, which is computed by one run.
class FittedRun {
 public:
  // Throws ConfigError with all errors of the document; UsageError if it has no identification, or names history
  // columns that its run does not have; SolverError if a run cannot begin.
  FittedRun(const config::JsonDocument& document, const Formulations& formulations, ForEach for_each);
  // From now on runs in the journal are taken from it, and other runs are added to it. The journal must outlive this
  // object.
  void keep(RunJournal& journal) { journal_ = &journal; }

  const Configuration& configuration() const { return configuration_; }
  const Identification& identification() const { return *configuration_.identify; }
  const std::vector<FitVariable>& variables() const { return variables_; }
  // Units of the measured history columns.
  const std::vector<std::string>& units() const { return units_; }
  // The text that distinguishes a series from series of other runs or conditions; empty if all series share both.
  std::string label(std::size_t series) const;
  Eigen::Index n_residuals() const { return static_cast<Eigen::Index>(identification().n_values()); }
  std::vector<double> values(const Eigen::VectorXd& u) const;
  // The start points of the search: first the one of the file, then random ones.
  std::vector<Eigen::VectorXd> starts() const;

  // residuals(): none if a run fails, its configuration has an error, or residuals are too large for the arithmetic of
  // a fit; last_failure() describes it. Both throw Interrupted.
  std::optional<Eigen::VectorXd> residuals(const Eigen::VectorXd& u);
  // Computes the derivatives of each setting. If the formulation supports it and only the drive varies, they follow
  // from the equations of motion. Otherwise by central differences with the step `difference`, relative to each
  // parameter; at a bound by one-sided differences of the same order; next to a failed run by one-sided differences of
  // first order.
  std::optional<Eigen::MatrixXd> jacobian(const Eigen::VectorXd& u, double difference);

  // The measured values and their standard deviations in the unit of the history column, 1 if they are unknown.
  const std::vector<double>& measured(std::size_t series) const { return measured_[series]; }
  const std::vector<double>& deviations(std::size_t series) const { return deviations_[series]; }
  // The configuration with the values at u, as a file that can be run.
  std::string fitted_text(const Eigen::VectorXd& u) const { return settings_.front().run.text(changes(u)); }
  std::size_t n_runs() const { return n_runs_; }  // including runs from the journal
  const std::string& last_failure() const { return last_failure_; }

 private:
  // The run of all series under equal conditions.
  struct Setting {
    VariedRun run;
    std::vector<Change> conditions;
    std::vector<std::string> columns{};  // measured columns
  };
  // Position of the curve of a series.
  struct Place {
    std::size_t setting{};
    std::size_t column{};  // column of the setting
    Eigen::Index first{};  // first of its residuals
  };
  using Curves = std::vector<RunCurve>;  // of the settings at a point

  // The derivatives at a point, and the runs there.
  struct Tangent {
    Eigen::VectorXd point{};
    double difference{};
    Curves curves{};
    Eigen::MatrixXd jacobian{};  // shape (n_residuals, n_variables)
  };
  // The two other points of the difference of a variable, and their distances.
  struct Neighbours {
    std::array<Eigen::VectorXd, 2> points{};
    std::array<double, 2> distances{};
  };
  // The runs of a setting at all neighbours, two for each number of the configuration.
  struct Beside {
    std::vector<Neighbours> neighbours{};
    std::vector<RunTrial> trials{};
  };

  void add_variables();
  void add_settings(const config::JsonDocument& document, const Formulations& formulations);
  void convert_data();
  // Stores the sum of each complement and its parameters.
  void add_sums();
  std::vector<Change> changes(const Eigen::VectorXd& u) const;
  // Configuration of a setting at a point.
  Configuration configuration_at(const Setting& setting, const Eigen::VectorXd& u) const;
  std::string key(std::string_view what, std::size_t setting, const Eigen::VectorXd& u) const;
  RunTrial carry_out(std::size_t setting, const Eigen::VectorXd& u) const;
  // A setting and the point at which to run it.
  struct Task {
    std::size_t setting{};
    const Eigen::VectorXd* point{};
  };
  std::vector<RunTrial> carry_out(const std::vector<Task>& tasks);
  std::optional<Curves> curves(const Eigen::VectorXd& u);
  // The runs of a setting near its run at u, led by that run instead of computed separately; none if that is not
  // supported.
  std::optional<std::vector<RunTrial>> lead(std::size_t setting, const Eigen::VectorXd& u,
                                            const std::vector<Neighbours>& beside);
  std::vector<RunTrial> led_trials(std::size_t setting, const Eigen::VectorXd& u,
                                   const std::vector<Neighbours>& beside) const;
  // The neighbouring runs of all settings.
  std::vector<Beside> runs_beside(const Eigen::VectorXd& u, double difference);
  std::vector<Neighbours> all_neighbours(const Eigen::VectorXd& u, double difference) const;
  // Residuals of a series.
  Eigen::VectorXd residuals_of(std::size_t series, const RunCurve& curve, const Eigen::VectorXd& u) const;
  double step(std::size_t variable, double u, double difference) const;
  Neighbours neighbours(std::size_t variable, const Eigen::VectorXd& u, double difference) const;
  bool is_number(std::size_t variable) const { return variables_[variable].kind == FitVariable::Kind::number; }
  Eigen::Index n_numbers() const { return static_cast<Eigen::Index>(identification().parameters.size()); }

  Configuration configuration_;
  std::vector<Setting> settings_{};
  ForEach for_each_;
  RunJournal* journal_ = nullptr;
  std::vector<FitVariable> variables_{};
  std::vector<Place> places_{};  // of the series
  std::vector<std::string> units_{};
  std::vector<std::vector<double>> measured_{};
  std::vector<std::vector<double>> deviations_{};
  std::map<std::string, double> sums_{};  // by the pointer of the complement
  std::size_t n_runs_ = 0;
  std::string last_failure_{};
  // The runs at the last point, and at the last point with derivatives.
  Eigen::VectorXd last_point_{};
  std::optional<Curves> last_curves_{};
  Tangent last_tangent_{};
};

}  // namespace beltdyn::studies
