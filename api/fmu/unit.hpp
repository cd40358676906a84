// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "api/cpp/session.hpp"
#include "api/fmu/content.hpp"

namespace beltdyn::fmu {

// Where an instance is between its making and its end, as the standard has it.
enum class Phase { instantiated, initialising, stepping, step_failed, terminated };

// The state of an instance with all that was set.
struct UnitState {
  Phase phase = Phase::instantiated;
  double start{};  // [s]
  std::optional<double> stop{};
  std::vector<double> values{};         // of inputs and parameters, as Content::variables without the outputs
  std::vector<double> rates{};          // of the inputs [1/s]
  std::vector<std::int64_t> is_set{};   // of the inputs, since the last step
  std::vector<double> initial_input{};  // with which the simulation was made
  library::SavedState saved{};          // empty if there is no simulation

  std::vector<std::uint8_t> to_bytes() const;
  // Throws IoError if the bytes are no state of such a unit.
  static UnitState from_bytes(std::span<const std::uint8_t> bytes, const Content& content);
};

// An instance of a unit. Variables are called by their value references. What is not allowed, or not there, throws
// UsageError and changes nothing.
class Unit {
 public:
  explicit Unit(Content content);

  void set_up(double start, std::optional<double> stop);  // [s]
  void enter_initialisation();
  // Throws ConfigError, UsageError, SolverError, as step() and get() of an output: where the simulation is made.
  void exit_initialisation();
  void terminate();
  void reset();

  double get(unsigned reference, ValueType type);
  void set(unsigned reference, ValueType type, double value);
  // Throws if set() would.
  void require_settable(unsigned reference, ValueType type, double value) const;
  // The first derivative of an input over the next step [1/s].
  void set_rate(unsigned reference, double rate);

  // Is there a next step? An event as a standstill may have ended the run.
  bool is_over() const;
  // From time on [s]. Throws SolverError with the state as it was after the last time step that succeeded.
  void step(double time, double step);
  double time() const;  // [s]

  UnitState save() const;
  // Throws IoError, and stays as it is, if the state does not belong to this unit.
  void restore(const UnitState& state);

  const Content& content() const { return content_; }

 private:
  const Variable& variable(unsigned reference, ValueType type) const;
  std::size_t value_index(unsigned reference) const;
  bool is_before_steps() const;
  void require(bool is_allowed, const char* what) const;
  void require_step(double time, double step) const;
  void apply_inputs(double step);
  library::Session& session();
  std::unique_ptr<library::Session> made_session(const UnitState& state) const;

  Content content_;
  std::size_t n_outputs_;
  UnitState now_;  // but for what was saved
  std::unique_ptr<library::Session> session_;
  std::vector<double> row_;  // of the outputs; empty: to be asked for
};

}  // namespace beltdyn::fmu
