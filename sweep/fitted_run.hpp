// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "core/config/json_document.hpp"
#include "core/simulation/configuration.hpp"
#include "sweep/varied_run.hpp"

namespace beltdyn::sweep {

// Calls work(0), ..., work(count − 1) in any order, some of them at a time.
using ForEach = std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)>;

// What is fitted: a number of the configuration, or an offset or time shift of a series.
struct FitVariable {
  enum class Kind { number, offset, time_shift };

  Kind kind = Kind::number;
  std::size_t series{};  // of an offset or time shift
  std::string name;
  std::string unit;
  FitRange range;
  bool is_logarithmic = false;

  // The value at u between 0 and 1, and u of a value.
  double value(double u) const;
  double scaled(double value) const;
  // dp/du at a value p
  double slope(double value) const;
};

// The measured columns of a run.
struct RunCurve {
  std::vector<double> time{};                 // of the rows [s]
  std::vector<std::vector<double>> values{};  // shape (n_series) of (n_rows)

  // The value of a series at a time, between rows interpolated.
  double at(std::size_t series, double time) const;
};

// The residuals of a run against its measurements, over scaled parameters u: for each measured value y(t) with the
// standard deviation σ
//
//     r = (m(t + time_shift) + offset − y)/σ,
//
// where m is the history column. Series follow each other in the order of the configuration.
class FittedRun {
 public:
  // Throws ConfigError with all errors of the document; UsageError if it has no identification, or names history
  // columns that the run does not have; SolverError if the run cannot begin.
  FittedRun(const config::JsonDocument& document, const Formulations& formulations, ForEach for_each);

  const Configuration& configuration() const { return configuration_; }
  const Identification& identification() const { return *configuration_.identify; }
  const std::vector<FitVariable>& variables() const { return variables_; }
  // Of the history columns that were measured.
  const std::vector<std::string>& units() const { return units_; }
  Eigen::Index n_residuals() const { return static_cast<Eigen::Index>(identification().n_values()); }
  std::vector<double> values(const Eigen::VectorXd& u) const;
  // The points at which the search begins: the one of the file, then random ones.
  std::vector<Eigen::VectorXd> starts() const;

  // None if the run fails or its configuration has an error; last_failure() gives the reason. Throw Interrupted.
  std::optional<RunCurve> curve(const Eigen::VectorXd& u);
  std::optional<Eigen::VectorXd> residuals(const Eigen::VectorXd& u);
  // By the equations of the motion where the formulation supports that and only the drive is varied; else by central
  // differences of this step, a part of each parameter, at a bound by one-sided ones of the same order, next
  // to a run that fails by one-sided ones of first order.
  std::optional<Eigen::MatrixXd> jacobian(const Eigen::VectorXd& u, double difference);

  // The measured values and their standard deviations in the unit of the history column, 1 if they are unknown.
  const std::vector<double>& measured(std::size_t series) const { return measured_[series]; }
  const std::vector<double>& deviations(std::size_t series) const { return deviations_[series]; }
  // The configuration with the values at u, ready to run.
  std::string fitted_text(const Eigen::VectorXd& u) const { return run_.text(changes(u)); }
  std::size_t n_runs() const { return n_runs_; }
  const std::string& last_failure() const { return last_failure_; }

 private:
  // A run at a point, which may fail.
  struct Trial {
    std::optional<RunCurve> curve{};
    std::string failure{};
  };

  // Derivatives at a point, and the run there.
  struct Tangent {
    Eigen::VectorXd point{};
    double difference{};
    RunCurve curve{};
    Eigen::MatrixXd jacobian{};  // shape (n_residuals, n_variables)
  };
  // The two other points of the difference of a variable, and how far away they are.
  struct Neighbours {
    std::array<Eigen::VectorXd, 2> points{};
    std::array<double, 2> distances{};
  };

  void add_variables();
  void convert_data();
  // What a complement and its parameters add up to.
  void add_sums();
  std::vector<Change> changes(const Eigen::VectorXd& u) const;
  Trial carry_out(const Eigen::VectorXd& u) const;
  std::vector<Trial> carry_out(const std::vector<Eigen::VectorXd>& points);
  // The runs beside that at u, without running them; none if that is not supported.
  std::optional<std::vector<Trial>> lead(const Eigen::VectorXd& u, const std::vector<Neighbours>& beside);
  std::vector<Neighbours> all_neighbours(const Eigen::VectorXd& u, double difference) const;
  Eigen::VectorXd residuals_of(const RunCurve& curve, const Eigen::VectorXd& u) const;
  double step(std::size_t variable, double u, double difference) const;
  Neighbours neighbours(std::size_t variable, const Eigen::VectorXd& u, double difference) const;
  bool is_number(std::size_t variable) const { return variables_[variable].kind == FitVariable::Kind::number; }

  Configuration configuration_;
  VariedRun run_;
  ForEach for_each_;
  std::vector<FitVariable> variables_{};
  std::vector<std::string> columns_{};
  std::vector<std::string> units_{};
  std::vector<std::vector<double>> measured_{};
  std::vector<std::vector<double>> deviations_{};
  std::map<std::string, double> sums_{};  // by the pointer of the complement
  std::size_t n_runs_ = 0;
  std::string last_failure_{};
  // The runs at the points that were asked for last, and where derivatives were.
  Eigen::VectorXd last_point_{};
  std::optional<RunCurve> last_curve_{};
  Tangent last_tangent_{};
};

}  // namespace beltdyn::sweep
