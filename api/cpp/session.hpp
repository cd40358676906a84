// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "api/cpp/control.hpp"
#include "core/config/json_document.hpp"
#include "core/run/state_archive.hpp"
#include "core/settings/configuration.hpp"

namespace beltdyn::library {

// Name of a changed value in messages.
inline constexpr const char* kChange = "the change";

// A saved state. `owner`: the session that saved it, null if the state comes from bytes.
struct SavedState {
  std::shared_ptr<const StateArrays> arrays{};
  std::shared_ptr<const int> owner{};

  std::vector<std::uint8_t> to_bytes() const;
  // Throws IoError if the bytes are not a state.
  static SavedState from_bytes(std::span<const std::uint8_t> bytes);
};

// One run of a configuration that the caller steps, with quantities of pulleys that a controller sets. Threads that use
// it at the same time wait for each other.
class Session {
 public:
  // `run`: name of the run, empty: the only one. `controlled`: the quantities that will be set. A pulley, by name or
  // number (from 1), stands for its torque or angular velocity; "PULLEY:angle" for its angle, "PULLEY:brake" for the
  // capacity of its brake, "PULLEY:force" for the force on its slide, "PULLEY:arm" and "PULLEY:slide" for the
  // prescribed rotation of its arm and displacement of its slider. `initial`: their first values [N m], [rad/s], [rad],
  // [N], [m], shape (n_controlled); for an angle the angle at which the pulley starts; empty: the values of inputs().
  // Throws ConfigError, UsageError, SolverError.
  Session(const config::JsonDocument& document, const std::string& run, const std::vector<std::string>& controlled,
          std::span<const double> initial = {});

  const Configuration& configuration() const { return configuration_; }
  const RunConfig& run() const { return configuration_.runs[run_]; }
  const std::vector<HistoryColumn>& columns() const { return history_->columns(); }

  double time() const;       // [s]
  double time_step() const;  // [s]
  bool is_over() const;
  SolverStatistics statistics() const;

  // Advances by dt [s] in equal steps no longer than the run's time step; 0: by one time step. A dt below a millionth
  // of the time step counts as rounding of the caller's times, and nothing moves. Throws SolverError, and Interrupted
  // if stop_signal is set, with the state after the last successful step.
  void step(double dt);
  // The present values of the history columns, shape (n_columns).
  std::vector<double> values() const;
  // The present belt, at points of the formulation, or at ascending points in [0, length of the contour) [m]. Throws
  // UsageError for other points.
  std::vector<ProfilePoint> profile() const;
  std::vector<ProfilePoint> profile(std::span<const double> sigma) const;

  // From now on this moment [N m] acts on a controlled pulley, in addition to the moments of the configuration. Throws
  // UsageError.
  void set_torque(const std::string& pulley, double moment);
  // Changes the angular velocity of a controlled pulley of prescribed motion linearly to this value [rad/s] over the
  // next call of step(), and keeps it. Throws UsageError.
  void set_speed(const std::string& pulley, double angular_velocity);

  const std::vector<ControlledInput>& inputs() const { return inputs_; }
  // The index of a controlled quantity, named as in `controlled`. Throws UsageError.
  std::size_t input_of(const std::string& controlled) const;
  // Sets a controlled quantity, by its index in inputs(): from now on, or for an angular velocity, an angle, a rotation
  // or a displacement at the end of the next call of step(). All of these but an angular velocity change linearly.
  // During that call the value changes at `rate` [1/s]; after it the value stays. Throws UsageError.
  void set(std::size_t input, double value, double rate = 0.0);

  // Saves the whole state, or returns to a saved one of the same run, configuration and controlled quantities.
  // restore() throws IoError for other states, and keeps the present one.
  SavedState save() const;
  void restore(const SavedState& state);

 private:
  // A controlled function and its target in the next step.
  struct Control {
    ControlledFunction function;
    double target{};  // of a quantity that is reached at the end of a step
    double rate{};
    bool is_due = false;
  };

  // Locks the session for this thread. Throws UsageError if the state is incomplete.
  std::unique_lock<std::mutex> lock() const;
  void take_control(Drive& drive, const std::vector<std::string>& controlled, std::span<const double> initial);
  void follow_targets(double begin, double end);
  // Turns the pulley at the constant speed that leads to its angle at the end.
  void follow_angle(const ControlledInput& input, Control& control, double begin, double end) const;
  void advance(double step, double n);
  std::size_t control_of(const std::string& pulley, Act act) const;
  std::shared_ptr<const StateArrays> arrays() const;
  bool belongs_here(const StateReader& reader) const;
  void read(StateReader reader);

  Configuration configuration_;
  std::size_t run_;
  std::vector<ControlledInput> inputs_{};
  std::vector<Control> controls_{};  // shape (n_inputs)
  std::unique_ptr<Simulation> simulation_{};
  std::optional<History> history_{};
  std::shared_ptr<const int> identity_ = std::make_shared<int>();
  std::int64_t checksum_{};  // of the data to which its states belong
  bool is_whole_ = true;     // false after a step that was interrupted
  mutable std::mutex mutex_{};
};

}  // namespace beltdyn::library
