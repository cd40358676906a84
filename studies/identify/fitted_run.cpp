// SPDX-License-Identifier: MIT
#include "studies/identify/fitted_run.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/config/quantity.hpp"
#include "studies/sweep/sweep_points.hpp"

namespace beltdyn::studies {
namespace {

constexpr std::string_view kData = "identify/data";
// Difference for runs that are led, whose results are exact except for rounding [-].
constexpr double kLedDifference = 1e-4;
// Smallest magnitude of a parameter for the size of its variation, relative to its range [-].
constexpr double kSmallestMagnitude = 1e-3;
// Largest residual. Products of two derivatives, which divide differences of residuals by 1e-4 or less, stay far below
// the largest number [-].
constexpr double kLargestResidual = 1e100;

Configuration read_fitted(const config::JsonDocument& document, const Formulations& formulations) {
  Configuration configuration = read_configuration(document, formulations);
  if (configuration.identify) return configuration;
  throw UsageError(document.file() + ": has no \"identify\"; add one with parameters and data, or use beltdyn run");
}

// f'(x) from f(x), f(x + a) and f(x + b): exact for parabolas, and for straight lines if one of the two values is
// missing. None if both are missing.
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

FittedRun::FittedRun(const config::JsonDocument& document, const Formulations& formulations, ForEach for_each)
    : configuration_(read_fitted(document, formulations)), for_each_(std::move(for_each)) {
  add_variables();
  add_settings(document, formulations);
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

void FittedRun::add_settings(const config::JsonDocument& document, const Formulations& formulations) {
  const std::vector<MeasuredSeries>& data = identification().data;
  Eigen::Index first = 0;
  for (std::size_t s = 0; s < data.size(); ++s) {
    const std::size_t run = configuration_.run_of(data[s]);
    std::size_t same = 0;
    while (same < s && (configuration_.run_of(data[same]) != run || data[same].conditions != data[s].conditions)) {
      ++same;
    }
    if (same == s) {
      Setting setting{.run = VariedRun(document, run, formulations), .conditions = {}};
      for (const MeasuredCondition& c : data[s].conditions) {
        setting.conditions.push_back({.pointer = c.pointer, .value = c.value});
      }
      settings_.push_back(std::move(setting));
    }
    const std::size_t setting = same == s ? settings_.size() - 1 : places_[same].setting;
    std::vector<std::string>& columns = settings_[setting].columns;
    places_.push_back({.setting = setting, .column = columns.size(), .first = first});
    columns.push_back(data[s].column);
    first += static_cast<Eigen::Index>(data[s].time.size());
  }
}

// Converts measured values to the units of the history.
void FittedRun::convert_data() {
  std::vector<std::vector<std::string>> units;  // of the columns of each setting
  for (const Setting& setting : settings_) {
    const Configuration configuration = setting.run.read(setting.conditions);
    const std::unique_ptr<Simulation> simulation = setting.run.begin(configuration);
    const History history = simulation->history();
    units.emplace_back();
    for (const HistoryColumn* column : find_columns(history, setting.columns, kData)) {
      units.back().push_back(column->unit);
    }
  }
  for (const Place& place : places_) units_.push_back(units[place.setting][place.column]);
  for (FitVariable& variable : variables_) {
    if (variable.kind == FitVariable::Kind::offset) variable.unit = units_[variable.series];
  }
  for (std::size_t s = 0; s < places_.size(); ++s) {
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
  const Json root = Json::parse(settings_.front().run.text({}));
  const auto number = [&root](const std::string& pointer) {
    const Json& value = root.at(JsonPointer(pointer));
    return value.get<double>();
  };
  for (const FittedParameter& p : identification().parameters) {
    if (p.complement.empty()) continue;
    sums_.try_emplace(p.complement, number(p.complement)).first->second += number(p.pointer);
  }
}

std::string FittedRun::label(std::size_t series) const {
  if (settings_.size() == 1) return {};
  const MeasuredSeries& data = identification().data[series];
  std::string text = configuration_.runs[configuration_.run_of(data)].name;
  for (const MeasuredCondition& c : data.conditions) text += fmt::format(", {} = {:.6g}", c.pointer, c.value);
  return text;
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

Configuration FittedRun::configuration_at(const Setting& setting, const Eigen::VectorXd& u) const {
  std::vector<Change> all = changes(u);
  all.insert(all.end(), setting.conditions.begin(), setting.conditions.end());
  return setting.run.read(all);
}

// A key of the exact bits of the fitted numbers.
std::string FittedRun::key(std::string_view what, std::size_t setting, const Eigen::VectorXd& u) const {
  std::string text = fmt::format("{} {}", what, setting);
  for (Eigen::Index j = 0; j < n_numbers(); ++j) text += fmt::format(" {:a}", u[j]);
  return text;
}

RunTrial FittedRun::carry_out(std::size_t setting, const Eigen::VectorXd& u) const {
  const Setting& measured = settings_[setting];
  RunTrial trial{.curve = {.values = std::vector<std::vector<double>>(measured.columns.size())}};
  try {
    const Configuration configuration = configuration_at(measured, u);
    measured.run.carry_out(configuration, nullptr, measured.columns, kData,
                           [&curve = trial.curve](double time, std::span<const double> values) {
                             curve.time.push_back(time);
                             for (std::size_t s = 0; s < values.size(); ++s) curve.values[s].push_back(values[s]);
                           });
  } catch (const ConfigError& error) {
    trial.failure = first_problem(error);
  } catch (const SolverError& error) {
    trial.failure = error.what();
  }
  return trial;
}

std::vector<RunTrial> FittedRun::carry_out(const std::vector<Task>& tasks) {
  std::vector<RunTrial> trials(tasks.size());
  for_each_(tasks.size(), [&](std::size_t i) {
    const auto [setting, point] = tasks[i];
    const std::string name = key("run", setting, *point);
    const std::vector<RunTrial>* known = journal_ == nullptr ? nullptr : journal_->find(name);
    trials[i] = known == nullptr ? carry_out(setting, *point) : known->front();
    if (journal_ != nullptr && known == nullptr) journal_->add(name, {trials[i]});
  });
  n_runs_ += tasks.size();
  for (const RunTrial& trial : trials) {
    if (!trial.succeeds()) last_failure_ = trial.failure;
  }
  return trials;
}

std::optional<FittedRun::Curves> FittedRun::curves(const Eigen::VectorXd& u) {
  const auto is_at = [&](const Eigen::VectorXd& point) {
    return point.size() > 0 && point.head(n_numbers()) == u.head(n_numbers());
  };
  if (is_at(last_point_)) return last_curves_;
  if (is_at(last_tangent_.point)) return last_tangent_.curves;
  std::vector<Task> tasks;
  for (std::size_t s = 0; s < settings_.size(); ++s) tasks.push_back({.setting = s, .point = &u});
  Curves found;
  for (RunTrial& trial : carry_out(tasks)) {
    if (trial.succeeds()) found.push_back(std::move(trial.curve));
  }
  last_point_ = u;
  last_curves_.reset();
  if (found.size() == settings_.size()) last_curves_ = std::move(found);
  return last_curves_;
}

Eigen::VectorXd FittedRun::residuals_of(std::size_t series, const RunCurve& curve, const Eigen::VectorXd& u) const {
  double offset = 0.0;
  double shift = 0.0;
  for (std::size_t j = identification().parameters.size(); j < variables_.size(); ++j) {
    const FitVariable& variable = variables_[j];
    if (variable.series != series) continue;
    (variable.kind == FitVariable::Kind::offset ? offset : shift) = variable.value(u[static_cast<Eigen::Index>(j)]);
  }
  const std::vector<double>& time = identification().data[series].time;
  Eigen::VectorXd residuals(static_cast<Eigen::Index>(time.size()));
  for (std::size_t i = 0; i < time.size(); ++i) {
    const double model = curve.at(places_[series].column, time[i] + shift) + offset;
    residuals[static_cast<Eigen::Index>(i)] = (model - measured_[series][i]) / deviations_[series][i];
  }
  return residuals;
}

std::optional<Eigen::VectorXd> FittedRun::residuals(const Eigen::VectorXd& u) {
  const std::optional<Curves> found = curves(u);
  if (!found) return std::nullopt;
  Eigen::VectorXd residuals(n_residuals());
  for (std::size_t s = 0; s < places_.size(); ++s) {
    const Eigen::VectorXd own = residuals_of(s, (*found)[places_[s].setting], u);
    const double largest = own.lpNorm<Eigen::Infinity>();
    if (!(largest <= kLargestResidual)) {
      last_failure_ = fmt::format("a residual of {} is {:.2g} standard deviations; check the data and its deviations",
                                  identification().data[s].column, largest);
      return std::nullopt;
    }
    residuals.segment(places_[s].first, own.size()) = own;
  }
  return residuals;
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

std::vector<RunTrial> FittedRun::led_trials(std::size_t setting, const Eigen::VectorXd& u,
                                            const std::vector<Neighbours>& beside) const {
  const Setting& measured = settings_[setting];
  try {
    std::vector<Configuration> others;
    for (Eigen::Index j = 0; j < n_numbers(); ++j) {
      for (const Eigen::VectorXd& point : beside[static_cast<std::size_t>(j)].points) {
        others.push_back(configuration_at(measured, point));
      }
    }
    const RunTrial empty{.curve = {.values = std::vector<std::vector<double>>(measured.columns.size())}};
    std::vector<RunTrial> trials(others.size(), empty);
    const bool is_led = measured.run.lead(configuration_at(measured, u), others, measured.columns, kData,
                                          [&trials](std::size_t other, double time, std::span<const double> values) {
                                            RunCurve& curve = trials[other].curve;
                                            curve.time.push_back(time);
                                            for (std::size_t s = 0; s < values.size(); ++s)
                                              curve.values[s].push_back(values[s]);
                                          });
    return is_led ? trials : std::vector<RunTrial>();
  } catch (const ConfigError&) {
    return {};
  } catch (const SolverError&) {
    return {};
  }
}

std::optional<std::vector<RunTrial>> FittedRun::lead(std::size_t setting, const Eigen::VectorXd& u,
                                                     const std::vector<Neighbours>& beside) {
  const bool is_of_drive = std::ranges::all_of(
      identification().parameters, [](const FittedParameter& p) { return p.pointer.starts_with("/drive/"); });
  if (!is_of_drive) return std::nullopt;
  const std::string name = key("led", setting, u);
  const std::vector<RunTrial>* known = journal_ == nullptr ? nullptr : journal_->find(name);
  std::vector<RunTrial> trials = known == nullptr ? led_trials(setting, u, beside) : *known;
  if (trials.empty()) return std::nullopt;
  if (journal_ != nullptr && known == nullptr) journal_->add(name, trials);
  ++n_runs_;
  return trials;
}

std::vector<FittedRun::Beside> FittedRun::runs_beside(const Eigen::VectorXd& u, double difference) {
  std::vector<Beside> all;
  std::vector<Task> tasks;
  for (std::size_t s = 0; s < settings_.size(); ++s) {
    all.push_back({.neighbours = all_neighbours(u, kLedDifference)});
    if (std::optional<std::vector<RunTrial>> led = lead(s, u, all[s].neighbours)) {
      all[s].trials = std::move(*led);
      continue;
    }
    all[s].neighbours = all_neighbours(u, difference);
    for (Eigen::Index j = 0; j < n_numbers(); ++j) {
      for (const Eigen::VectorXd& point : all[s].neighbours[static_cast<std::size_t>(j)].points) {
        tasks.push_back({.setting = s, .point = &point});
      }
    }
  }
  const std::vector<RunTrial> trials = carry_out(tasks);
  for (std::size_t i = 0; i < tasks.size(); ++i) all[tasks[i].setting].trials.push_back(trials[i]);
  return all;
}

std::optional<Eigen::MatrixXd> FittedRun::jacobian(const Eigen::VectorXd& u, double difference) {
  if (last_tangent_.difference == difference && last_tangent_.point == u) return last_tangent_.jacobian;
  const std::optional<Curves> middle = curves(u);
  if (!middle) return std::nullopt;
  const std::vector<Beside> beside = runs_beside(u, difference);
  Eigen::MatrixXd jacobian(n_residuals(), u.size());
  for (std::size_t s = 0; s < places_.size(); ++s) {
    const auto& [setting, column, first] = places_[s];
    const RunCurve& here = (*middle)[setting];
    const Eigen::VectorXd at_u = residuals_of(s, here, u);
    for (std::size_t j = 0; j < variables_.size(); ++j) {
      const Neighbours& neighbours = beside[setting].neighbours[j];
      std::array<std::optional<Eigen::VectorXd>, 2> residuals;
      for (std::size_t side = 0; side < 2; ++side) {
        const RunTrial* trial = is_number(j) ? &beside[setting].trials[2 * j + side] : nullptr;
        if (trial != nullptr && !trial->succeeds()) continue;
        residuals[side] = residuals_of(s, trial == nullptr ? here : trial->curve, neighbours.points[side]);
      }
      const std::optional<Eigen::VectorXd> slope = derivative(at_u, residuals, neighbours.distances);
      if (!slope) return std::nullopt;
      jacobian.col(static_cast<Eigen::Index>(j)).segment(first, slope->size()) = *slope;
    }
  }
  last_tangent_ = {.point = u, .difference = difference, .curves = *middle, .jacobian = std::move(jacobian)};
  return last_tangent_.jacobian;
}

}  // namespace beltdyn::studies
