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

// The phases in the life of an instance, as in the standard.
enum class Phase { instantiated, initialising, stepping, step_failed, terminated };

// The state of an instance with all values set.
struct UnitState {
  Phase phase = Phase::instantiated;
  double start{};  // [s]
  std::optional<double> stop{};
  std::vector<double> values{};         // of inputs and parameters, in the order of Content::variables without outputs
  std::vector<double> rates{};          // of the inputs [1/s]
  std::vector<std::int64_t> is_set{};   // for each input: set since the last step?
  std::vector<double> initial_input{};  // initial inputs of the simulation
  library::SavedState saved{};          // empty if there is no simulation

  std::vector<std::uint8_t> to_bytes() const;
  // Throws IoError if the bytes are not a state of such a unit.
  static UnitState from_bytes(std::span<const std::uint8_t> bytes, const Content& content);
};

// An instance of a unit. Variables are identified by value references. A call that is not allowed, or a reference that
// does not exist, throws UsageError and changes nothing.
class Unit {
 public:
  explicit Unit(Content content);

  void set_up(double start, std::optional<double> stop);  // [s]
  void enter_initialisation();
  // Creates the simulation, as step() and get() of an output may do too. They throw ConfigError, UsageError,
  // SolverError.
  void exit_initialisation();
  void terminate();
  void reset();

  double get(unsigned reference, ValueType type);
  void set(unsigned reference, ValueType type, double value);
  // Throws as set() would.
  void require_settable(unsigned reference, ValueType type, double value) const;
  // The first derivative of an input over the next step [1/s].
  void set_rate(unsigned reference, double rate);

  // Is there no next step? An event such as standstill may have ended the run.
  bool is_over() const;
  // Takes a step from `time` on [s]. Throws SolverError with the state after the last successful time step.
  void step(double time, double step);
  double time() const;  // [s]

  UnitState save() const;
  // Throws IoError and keeps the present state if the state does not belong to this unit.
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
  UnitState now_;  // without the saved state
  std::unique_ptr<library::Session> session_;
  std::vector<double> row_;  // of the outputs; empty: to be evaluated
};

}  // namespace beltdyn::fmu
