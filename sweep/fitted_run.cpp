// SPDX-License-Identifier: MIT
#include "sweep/fitted_run.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/config/quantity.hpp"
#include "core/error.hpp"
#include "sweep/sweep_points.hpp"

namespace beltdyn::sweep {
namespace {

constexpr std::string_view kData = "identify/data";
// Step of the differences of runs that are led along, which are exact but for rounding.
constexpr double kLedDifference = 1e-4;
// A parameter near zero is varied by a part of this part of its range.
constexpr double kSmallestMagnitude = 1e-3;

Configuration read_fitted(const config::JsonDocument& document, const Formulations& formulations) {
  Configuration configuration = read_configuration(document, formulations);
  if (configuration.identify) return configuration;
  throw UsageError(document.file() + ": has no \"identify\"; add one with parameters and data, or use beltdyn run");
}

// f'(x) of f(x), f(x + a) and f(x + b): exact for parabolas, for lines if one of the two is not known. None if neither
// is.
std::optional<Eigen::VectorXd> derivative(const Eigen::VectorXd& at_x,
                                          const std::array<std::optional<Eigen::VectorXd>, 2>& beside,
                                          const std::array<double, 2>& distances) {
  const auto [a, b] = distances;
  if (beside[0] && beside[1]) {
    return b / (a * (b - a)) * (*beside[0] - at_x) - a / (b * (b - a)) * (*beside[1] - at_x);
  }
  if (beside[0]) return (*beside[0] - at_x) / a;
  if (beside[1]) return (*beside[1] - at_x) / b;
  return std::nullopt;
}

}  // namespace

double FitVariable::value(double u) const {
  if (u <= 0.0) return range.low;
  if (u >= 1.0) return range.high;
  return is_logarithmic ? range.low * std::pow(range.high / range.low, u) : range.low + u * (range.high - range.low);
}

double FitVariable::scaled(double value) const {
  return is_logarithmic ? std::log(value / range.low) / std::log(range.high / range.low)
                        : (value - range.low) / (range.high - range.low);
}

double FitVariable::slope(double value) const {
  return is_logarithmic ? value * std::log(range.high / range.low) : range.high - range.low;
}

double RunCurve::at(std::size_t series, double t) const {
  const std::vector<double>& value = values[series];
  const auto after = std::ranges::lower_bound(time, t);
  if (after == time.begin()) return value.front();
  if (after == time.end()) return value.back();
  const auto i = static_cast<std::size_t>(after - time.begin());
  return value[i - 1] + (value[i] - value[i - 1]) * (t - time[i - 1]) / (time[i] - time[i - 1]);
}

FittedRun::FittedRun(const config::JsonDocument& document, const Formulations& formulations, ForEach for_each)
    : configuration_(read_fitted(document, formulations)),
      run_(document, configuration_.fitted_run(), formulations),
      for_each_(std::move(for_each)) {
  add_variables();
  convert_data();
  add_sums();
}

void FittedRun::add_variables() {
  for (const FittedParameter& p : identification().parameters) {
    variables_.push_back({.kind = FitVariable::Kind::number,
                          .name = p.name,
                          .unit = p.unit,
                          .range = p.range,
                          .is_logarithmic = p.scale == FittedParameter::Scale::logarithmic});
  }
  const std::vector<MeasuredSeries>& data = identification().data;
  for (std::size_t s = 0; s < data.size(); ++s) {
    const std::string number = data.size() > 1 ? fmt::format("_{}", s + 1) : "";
    if (data[s].offset) {
      variables_.push_back({.kind = FitVariable::Kind::offset,
                            .series = s,
                            .name = fmt::format("offset{} of {}", number, data[s].column),
                            .unit = "-",
                            .range = *data[s].offset});
    }
    if (data[s].time_shift) {
      variables_.push_back({.kind = FitVariable::Kind::time_shift,
                            .series = s,
                            .name = fmt::format("time_shift{} of {}", number, data[s].column),
                            .unit = "s",
                            .range = *data[s].time_shift});
    }
  }
}

// Measured values become those of the history's unit.
void FittedRun::convert_data() {
  for (const MeasuredSeries& series : identification().data) columns_.push_back(series.column);
  const std::unique_ptr<Simulation> simulation = run_.begin(configuration_);
  const History history = simulation->history();
  for (const HistoryColumn* column : find_columns(history, columns_, kData)) units_.push_back(column->unit);
  for (FitVariable& variable : variables_) {
    if (variable.kind == FitVariable::Kind::offset) variable.unit = units_[variable.series];
  }
  for (std::size_t s = 0; s < columns_.size(); ++s) {
    const MeasuredSeries& series = identification().data[s];
    double factor = 1.0;
    if (!series.value_unit.empty() && series.value_unit != units_[s]) {
      const auto converted = config::quantity_in(units_[s], fmt::format("1 {}", series.value_unit));
      if (const auto* mistake = std::get_if<std::string>(&converted)) {
        throw UsageError(fmt::format("{}/{}: the unit of the column {} of {}: {}", kData, s, series.value_column,
                                     series.file, *mistake));
      }
      factor = std::get<double>(converted);
    }
    measured_.push_back(series.value);
    for (double& value : measured_.back()) value *= factor;
    deviations_.push_back(series.deviation);
    for (double& deviation : deviations_.back()) deviation *= factor;
    if (deviations_.back().empty()) {
      deviations_.back().assign(series.value.size(), series.has_deviations() ? series.standard_deviation : 1.0);
    }
  }
}

void FittedRun::add_sums() {
  const nlohmann::ordered_json root = nlohmann::ordered_json::parse(run_.text({}));
  const auto number = [&root](const std::string& pointer) {
    const nlohmann::ordered_json& value = root.at(nlohmann::ordered_json::json_pointer(pointer));
    return value.get<double>();
  };
  for (const FittedParameter& p : identification().parameters) {
    if (p.complement.empty()) continue;
    sums_.try_emplace(p.complement, number(p.complement)).first->second += number(p.pointer);
  }
}

std::vector<double> FittedRun::values(const Eigen::VectorXd& u) const {
  std::vector<double> values;
  for (std::size_t j = 0; j < variables_.size(); ++j) {
    values.push_back(variables_[j].value(u[static_cast<Eigen::Index>(j)]));
  }
  return values;
}

std::vector<Eigen::VectorXd> FittedRun::starts() const {
  const auto n = static_cast<Eigen::Index>(variables_.size());
  std::vector<Eigen::VectorXd> starts(1, Eigen::VectorXd(n));
  for (Eigen::Index j = 0; j < n; ++j) {
    const FitVariable& variable = variables_[static_cast<std::size_t>(j)];
    starts[0][j] = std::clamp(variable.scaled(variable.range.start), 0.0, 1.0);
  }
  const int n_random = identification().starts - 1;
  if (n_random == 0) return starts;
  Sweep design{
      .design = {.type = SweepDesign::Type::latin_hypercube, .members = n_random, .seed = identification().seed}};
  for (Eigen::Index j = 0; j < n; ++j) {
    design.parameters.push_back({.values = UniformDistribution{.low = 0.0, .high = 1.0}});
  }
  const SweepPoints points(design);
  for (std::size_t i = 0; i < points.size(); ++i) {
    starts.push_back(Eigen::Map<const Eigen::VectorXd>(points.at(i).data(), n));
  }
  return starts;
}

std::vector<Change> FittedRun::changes(const Eigen::VectorXd& u) const {
  std::vector<Change> changes;
  std::map<std::string, double> left = sums_;
  for (std::size_t j = 0; j < identification().parameters.size(); ++j) {
    const FittedParameter& p = identification().parameters[j];
    const double value = variables_[j].value(u[static_cast<Eigen::Index>(j)]);
    changes.push_back({.pointer = p.pointer, .value = value});
    if (!p.complement.empty()) left[p.complement] -= value;
  }
  for (const auto& [pointer, value] : left) changes.push_back({.pointer = pointer, .value = value});
  return changes;
}

FittedRun::Trial FittedRun::carry_out(const Eigen::VectorXd& u) const {
  Trial trial;
  try {
    const Configuration configuration = run_.read(changes(u));
    RunCurve curve{.values = std::vector<std::vector<double>>(columns_.size())};
    run_.carry_out(configuration, nullptr, columns_, kData, [&curve](double time, std::span<const double> values) {
      curve.time.push_back(time);
      for (std::size_t s = 0; s < values.size(); ++s) curve.values[s].push_back(values[s]);
    });
    trial.curve = std::move(curve);
  } catch (const ConfigError& error) {
    trial.failure = first_problem(error);
  } catch (const SolverError& error) {
    trial.failure = error.what();
  }
  return trial;
}

std::vector<FittedRun::Trial> FittedRun::carry_out(const std::vector<Eigen::VectorXd>& points) {
  std::vector<Trial> trials(points.size());
  for_each_(points.size(), [&](std::size_t i) { trials[i] = carry_out(points[i]); });
  n_runs_ += points.size();
  for (const Trial& trial : trials) {
    if (!trial.failure.empty()) last_failure_ = trial.failure;
  }
  return trials;
}

std::optional<RunCurve> FittedRun::curve(const Eigen::VectorXd& u) {
  const auto n = static_cast<Eigen::Index>(identification().parameters.size());
  const auto is_at = [&u, n](const Eigen::VectorXd& point) { return point.size() > 0 && point.head(n) == u.head(n); };
  if (is_at(last_point_)) return last_curve_;
  if (is_at(last_tangent_.point)) return last_tangent_.curve;
  last_curve_ = std::move(carry_out(std::vector<Eigen::VectorXd>{u}).front().curve);
  last_point_ = u;
  return last_curve_;
}

Eigen::VectorXd FittedRun::residuals_of(const RunCurve& curve, const Eigen::VectorXd& u) const {
  std::vector<double> offsets(columns_.size());
  std::vector<double> shifts(columns_.size());
  for (std::size_t j = identification().parameters.size(); j < variables_.size(); ++j) {
    const FitVariable& variable = variables_[j];
    (variable.kind == FitVariable::Kind::offset ? offsets : shifts)[variable.series] =
        variable.value(u[static_cast<Eigen::Index>(j)]);
  }
  Eigen::VectorXd residuals(n_residuals());
  Eigen::Index k = 0;
  for (std::size_t s = 0; s < columns_.size(); ++s) {
    const std::vector<double>& time = identification().data[s].time;
    for (std::size_t i = 0; i < time.size(); ++i) {
      const double model = curve.at(s, time[i] + shifts[s]) + offsets[s];
      residuals[k++] = (model - measured_[s][i]) / deviations_[s][i];
    }
  }
  return residuals;
}

std::optional<Eigen::VectorXd> FittedRun::residuals(const Eigen::VectorXd& u) {
  const std::optional<RunCurve> found = curve(u);
  if (!found) return std::nullopt;
  return residuals_of(*found, u);
}

double FittedRun::step(std::size_t variable, double u, double difference) const {
  const FitVariable& v = variables_[variable];
  const double value = v.value(u);
  const double span = v.range.high - v.range.low;
  const double magnitude = std::clamp(std::abs(value), kSmallestMagnitude * span, span);
  return difference * magnitude / v.slope(value);
}

FittedRun::Neighbours FittedRun::neighbours(std::size_t variable, const Eigen::VectorXd& u, double difference) const {
  const auto j = static_cast<Eigen::Index>(variable);
  const double h = step(variable, u[j], difference);
  Neighbours beside{.points = {u, u}, .distances = {-h, h}};
  if (u[j] - h < 0.0) beside.distances = {h, 2.0 * h};
  if (u[j] + h > 1.0) beside.distances = {-h, -2.0 * h};
  for (std::size_t side = 0; side < 2; ++side) beside.points[side][j] += beside.distances[side];
  return beside;
}

std::vector<FittedRun::Neighbours> FittedRun::all_neighbours(const Eigen::VectorXd& u, double difference) const {
  std::vector<Neighbours> all;
  for (std::size_t j = 0; j < variables_.size(); ++j) all.push_back(neighbours(j, u, difference));
  return all;
}

std::optional<std::vector<FittedRun::Trial>> FittedRun::lead(const Eigen::VectorXd& u,
                                                             const std::vector<Neighbours>& beside) {
  std::vector<Configuration> others;
  try {
    for (std::size_t j = 0; j < identification().parameters.size(); ++j) {
      if (!identification().parameters[j].pointer.starts_with("/drive/")) return std::nullopt;
      for (const Eigen::VectorXd& point : beside[j].points) others.push_back(run_.read(changes(point)));
    }
    std::vector<Trial> trials(others.size(),
                              {.curve = RunCurve{.values = std::vector<std::vector<double>>(columns_.size())}});
    const bool is_led = run_.lead(run_.read(changes(u)), others, columns_, kData,
                                  [&trials](std::size_t other, double time, std::span<const double> values) {
                                    RunCurve& curve = *trials[other].curve;
                                    curve.time.push_back(time);
                                    for (std::size_t s = 0; s < values.size(); ++s)
                                      curve.values[s].push_back(values[s]);
                                  });
    if (!is_led) return std::nullopt;
    ++n_runs_;
    return trials;
  } catch (const ConfigError&) {
    return std::nullopt;
  } catch (const SolverError&) {
    return std::nullopt;
  }
}

std::optional<Eigen::MatrixXd> FittedRun::jacobian(const Eigen::VectorXd& u, double difference) {
  if (last_tangent_.difference == difference && last_tangent_.point == u) return last_tangent_.jacobian;
  const std::optional<RunCurve> middle = curve(u);
  if (!middle) return std::nullopt;
  std::vector<Neighbours> beside = all_neighbours(u, kLedDifference);
  std::optional<std::vector<Trial>> led = lead(u, beside);
  if (!led) {
    beside = all_neighbours(u, difference);
    std::vector<Eigen::VectorXd> points;  // at which the run is another one
    for (std::size_t j = 0; j < identification().parameters.size(); ++j) {
      points.insert(points.end(), beside[j].points.begin(), beside[j].points.end());
    }
    led = carry_out(points);
  }
  const std::vector<Trial>& trials = *led;
  const Eigen::VectorXd at_u = residuals_of(*middle, u);
  Eigen::MatrixXd jacobian(n_residuals(), u.size());
  for (std::size_t j = 0; j < variables_.size(); ++j) {
    std::array<std::optional<Eigen::VectorXd>, 2> residuals;
    for (std::size_t side = 0; side < 2; ++side) {
      const std::optional<RunCurve>& curve = is_number(j) ? trials[2 * j + side].curve : middle;
      if (curve) residuals[side] = residuals_of(*curve, beside[j].points[side]);
    }
    const std::optional<Eigen::VectorXd> column = derivative(at_u, residuals, beside[j].distances);
    if (!column) return std::nullopt;
    jacobian.col(static_cast<Eigen::Index>(j)) = *column;
  }
  last_tangent_ = {.point = u, .difference = difference, .curve = *middle, .jacobian = std::move(jacobian)};
  return last_tangent_.jacobian;
}

}  // namespace beltdyn::sweep
