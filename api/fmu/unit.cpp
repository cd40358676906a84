// SPDX-License-Identifier: MIT
#include "api/fmu/unit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn::fmu {
namespace {

// Times of the caller and of the unit, both sums of steps, are equal if they differ by less than this part of a step
// [-].
constexpr double kRoundingOfTimes = 1e-6;

constexpr std::array<const char*, 5> kPhaseNames{"instantiated", "initialising", "stepping",
                                                 "left by a step that failed", "terminated"};
constexpr std::array<const char*, 3> kTypeNames{"Real", "Integer", "Boolean"};

const char* name_of(ValueType type) { return kTypeNames[static_cast<std::size_t>(type)]; }

UnitState start_of(const Content& content) {
  UnitState state;
  for (const Variable& variable : content.variables) {
    if (variable.causality != Causality::output) state.values.push_back(variable.start);
  }
  state.rates.resize(content.n_inputs());
  state.is_set.resize(content.n_inputs());
  return state;
}

std::string assignment(const Variable& parameter, double value) {
  switch (parameter.type) {
    case ValueType::integer:
      return fmt::format("{}={:.0f}", parameter.name, value);
    case ValueType::boolean:
      return fmt::format("{}={}", parameter.name, value != 0.0);
    case ValueType::real:
      break;
  }
  return fmt::format("{}={:.17g}", parameter.name, value);
}

}  // namespace

std::vector<std::uint8_t> UnitState::to_bytes() const {
  StateWriter writer;
  if (saved.arrays) {
    for (const auto& [name, numbers] : saved.arrays->numbers) writer.numbers(name, numbers);
    for (const auto& [name, integers] : saved.arrays->integers) writer.integers(name, integers);
  }
  writer.integer("unit/phase", static_cast<std::int64_t>(phase));
  writer.integer("unit/has_simulation", saved.arrays ? 1 : 0);
  writer.integer("unit/has_stop", stop ? 1 : 0);
  writer.numbers("unit/times", std::array{start, stop.value_or(0.0)});
  writer.numbers("unit/values", values);
  writer.numbers("unit/rates", rates);
  writer.integers("unit/is_set", is_set);
  writer.numbers("unit/initial_input", initial_input);
  return writer.to_cbor();
}

UnitState UnitState::from_bytes(std::span<const std::uint8_t> bytes, const Content& content) {
  const StateReader reader(bytes);
  UnitState state = start_of(content);
  constexpr IntegerRange kPhases{.least = 0, .most = static_cast<std::int64_t>(Phase::terminated)};
  constexpr IntegerRange kFlag{.least = 0, .most = 1};
  state.phase = static_cast<Phase>(reader.integers("unit/phase", 1, kPhases).front());
  const std::vector<double>& times = reader.numbers("unit/times", 2);
  state.start = times[0];
  if (reader.integers("unit/has_stop", 1, kFlag).front() != 0) state.stop = times[1];
  state.values = reader.numbers("unit/values", state.values.size());
  state.rates = reader.numbers("unit/rates", content.n_inputs());
  state.is_set = reader.integers("unit/is_set", content.n_inputs(), kFlag);
  const bool has_simulation = reader.integers("unit/has_simulation", 1, kFlag).front() != 0;
  require_sound_checkpoint(has_simulation || state.phase == Phase::instantiated || state.phase == Phase::initialising);
  state.initial_input = reader.numbers("unit/initial_input", has_simulation ? content.n_inputs() : 0);
  if (!has_simulation) return state;
  StateArrays arrays = *reader.arrays();
  std::erase_if(arrays.numbers, [](const auto& entry) { return entry.first.starts_with("unit/"); });
  std::erase_if(arrays.integers, [](const auto& entry) { return entry.first.starts_with("unit/"); });
  state.saved = {.arrays = std::make_shared<const StateArrays>(std::move(arrays))};
  return state;
}

Unit::Unit(Content content) : content_(std::move(content)), now_(start_of(content_)) {
  n_outputs_ = content_.variables.size() - now_.values.size();
}

void Unit::require(bool is_allowed, const char* what) const {
  if (is_allowed) return;
  throw UsageError(
      fmt::format("{} is not allowed while the unit is {}", what, kPhaseNames[static_cast<std::size_t>(now_.phase)]));
}

void Unit::set_up(double start, std::optional<double> stop) {
  require(now_.phase == Phase::instantiated, "fmi2SetupExperiment");
  if (!std::isfinite(start) || (stop && !(*stop >= start))) {
    throw UsageError(fmt::format("an experiment cannot go from {} s to {} s; give a finite start, and a stop after it",
                                 start, stop.value_or(start)));
  }
  now_.start = start;
  now_.stop = stop;
}

void Unit::enter_initialisation() {
  require(now_.phase == Phase::instantiated, "fmi2EnterInitializationMode");
  now_.phase = Phase::initialising;
}

void Unit::exit_initialisation() {
  require(now_.phase == Phase::initialising, "fmi2ExitInitializationMode");
  session();
  now_.phase = Phase::stepping;
}

void Unit::terminate() {
  require(now_.phase == Phase::stepping || now_.phase == Phase::step_failed, "fmi2Terminate");
  now_.phase = Phase::terminated;
}

void Unit::reset() {
  now_ = start_of(content_);
  session_.reset();
  row_.clear();
}

const Variable& Unit::variable(unsigned reference, ValueType type) const {
  if (reference >= content_.variables.size()) {
    throw UsageError(fmt::format("there is no variable with the value reference {}; they go from 0 to {}", reference,
                                 content_.variables.size() - 1));
  }
  const Variable& found = content_.variables[reference];
  if (found.type != type) {
    throw UsageError(fmt::format("{} (value reference {}) is of the type {}, not {}", found.name, reference,
                                 name_of(found.type), name_of(type)));
  }
  return found;
}

std::size_t Unit::value_index(unsigned reference) const {
  return reference < content_.n_inputs() ? reference : reference - n_outputs_;
}

double Unit::get(unsigned reference, ValueType type) {
  const Variable& found = variable(reference, type);
  if (found.causality != Causality::output) return now_.values[value_index(reference)];
  require(now_.phase != Phase::instantiated, "to get an output");
  if (row_.empty()) row_ = session().values();
  return row_[reference - content_.n_inputs()];
}

bool Unit::is_before_steps() const { return now_.phase == Phase::instantiated || now_.phase == Phase::initialising; }

void Unit::require_settable(unsigned reference, ValueType type, double value) const {
  const Variable& found = variable(reference, type);
  if (!std::isfinite(value)) throw UsageError(fmt::format("{} = {}: is not a finite number", found.name, value));
  switch (found.causality) {
    case Causality::output:
      throw UsageError(fmt::format("{} is an output; it cannot be set", found.name));
    case Causality::parameter:
      require(is_before_steps(), "to set a parameter");
      break;
    case Causality::input:
      require(is_before_steps() || now_.phase == Phase::stepping, "to set an input");
      break;
  }
}

void Unit::set(unsigned reference, ValueType type, double value) {
  require_settable(reference, type, value);
  now_.values[value_index(reference)] = value;
  if (!is_before_steps()) {
    now_.is_set[reference] = 1;
    return;
  }
  // The simulation with the old value is discarded.
  session_.reset();
  row_.clear();
}

void Unit::set_rate(unsigned reference, double rate) {
  const Variable& found = variable(reference, ValueType::real);
  if (found.causality != Causality::input) {
    throw UsageError(fmt::format("{} is no input; a derivative can be set of inputs only", found.name));
  }
  if (!std::isfinite(rate)) throw UsageError(fmt::format("d {}/dt = {}: is not a finite number", found.name, rate));
  require(now_.phase == Phase::initialising || now_.phase == Phase::stepping, "to set the derivative of an input");
  now_.rates[reference] = rate;
}

bool Unit::is_over() const { return session_ && session_->is_over(); }

double Unit::time() const { return now_.start + (session_ ? session_->time() : 0.0); }

void Unit::require_step(double time, double step) const {
  require(now_.phase == Phase::stepping, "fmi2DoStep");
  if (!std::isfinite(time) || !std::isfinite(step) || step < 0.0) {
    throw UsageError(
        fmt::format("a step cannot take {} s from {} s on; give finite times and a step >= 0", step, time));
  }
  const double rounding = kRoundingOfTimes * std::max(step, session_->time_step());
  if (std::abs(time - this->time()) > rounding) {
    throw UsageError(fmt::format("the step begins at {:.17g} s, but the unit is at {:.17g} s", time, this->time()));
  }
  if (now_.stop && time + step > *now_.stop + rounding) {
    throw UsageError(fmt::format("the step ends at {:.17g} s, after the stop time {:.17g} s that was set up",
                                 time + step, *now_.stop));
  }
}

void Unit::apply_inputs(double step) {
  for (std::size_t i = 0; i < content_.n_inputs(); ++i) {
    if (now_.is_set[i] == 0 && now_.rates[i] == 0.0) continue;
    session_->set(i, now_.values[i], now_.rates[i]);
    now_.values[i] += now_.rates[i] * step;
    now_.rates[i] = 0.0;
    now_.is_set[i] = 0;
  }
}

void Unit::step(double time, double step) {
  require_step(time, step);
  if (step == 0.0) return;
  apply_inputs(step);
  row_.clear();
  try {
    session_->step(step);
  } catch (const SolverError&) {
    now_.phase = Phase::step_failed;
    throw;
  }
}

UnitState Unit::save() const {
  UnitState state = now_;
  if (session_) state.saved = session_->save();
  return state;
}

void Unit::restore(const UnitState& state) {
  if (state.values.size() != now_.values.size() || state.rates.size() != now_.rates.size()) {
    throw UsageError("the state is not one of this unit; give one that it has saved");
  }
  if (!state.saved.arrays) {
    session_.reset();
  } else {
    const auto n = static_cast<std::ptrdiff_t>(content_.n_inputs());
    const bool is_same = session_ && state.initial_input == now_.initial_input &&
                         std::equal(state.values.begin() + n, state.values.end(), now_.values.begin() + n);
    std::unique_ptr<library::Session> other = is_same ? nullptr : made_session(state);
    (other ? *other : *session_).restore(state.saved);
    if (other) session_ = std::move(other);
  }
  row_.clear();
  now_ = state;
  now_.saved = {};
}

library::Session& Unit::session() {
  if (!session_) {
    now_.initial_input.assign(now_.values.begin(),
                              now_.values.begin() + static_cast<std::ptrdiff_t>(content_.n_inputs()));
    session_ = made_session(now_);
  }
  return *session_;
}

std::unique_ptr<library::Session> Unit::made_session(const UnitState& state) const {
  auto document = config::JsonDocument::parse("configuration", content_.configuration);
  for (unsigned reference = 0; reference < content_.variables.size(); ++reference) {
    const Variable& parameter = content_.variables[reference];
    if (parameter.causality != Causality::parameter) continue;
    const double value = state.values[value_index(reference)];
    if (value != parameter.start) document.set(assignment(parameter, value), "the parameter");
  }
  auto made = std::make_unique<library::Session>(document, std::string(), content_.controlled, state.initial_input);
  const std::vector<HistoryColumn>& columns = made->columns();
  const auto is_exported = [](const HistoryColumn& column, const Variable& output) {
    return column.name == output.name && column.unit == output.unit;
  };
  const auto first = content_.variables.begin() + static_cast<std::ptrdiff_t>(content_.n_inputs());
  if (!std::equal(columns.begin(), columns.end(), first, first + static_cast<std::ptrdiff_t>(n_outputs_),
                  is_exported)) {
    throw UsageError("with these parameters the drive has other outputs; export a unit of the changed configuration");
  }
  return made;
}

}  // namespace beltdyn::fmu
