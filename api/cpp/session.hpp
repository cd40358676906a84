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

// What messages call a changed value of a configuration.
inline constexpr const char* kChange = "the change";

// A state that was saved. `owner` identifies the session that saved it, null if it comes from bytes.
struct SavedState {
  std::shared_ptr<const StateArrays> arrays{};
  std::shared_ptr<const int> owner{};

  std::vector<std::uint8_t> to_bytes() const;
  // Throws IoError if the bytes are no state.
  static SavedState from_bytes(std::span<const std::uint8_t> bytes);
};

// One run of a configuration that moves when it is asked to, with pulleys that a controller may drive. Threads that use
// it at the same time wait for each other.
class Session {
 public:
  // `run` is the name of the run, empty: the only one. `controlled` is what will be set: a pulley by name or number
  // (from 1) for its torque or speed, "PULLEY:angle" for its angle, "PULLEY:brake" for the capacity of its brake,
  // "PULLEY:force" for the force on its slide, "PULLEY:arm" and "PULLEY:slide" for the prescribed rotation of its arm
  // and displacement of its slider. `initial` is what is set from the beginning [N m], [rad/s], [rad], [N], [m], shape
  // (n_controlled); empty: what inputs() has; an angle is that at which the pulley begins. Throws ConfigError,
  // UsageError, SolverError.
  Session(const config::JsonDocument& document, const std::string& run, const std::vector<std::string>& controlled,
          std::span<const double> initial = {});

  const Configuration& configuration() const { return configuration_; }
  const RunConfig& run() const { return configuration_.runs[run_]; }
  const std::vector<HistoryColumn>& columns() const { return history_->columns(); }

  double time() const;       // [s]
  double time_step() const;  // [s]
  bool is_over() const;
  SolverStatistics statistics() const;

  // Moves on by dt [s] in equal steps no longer than that of the run; 0: by one such step. A dt of less than a
  // millionth of that is what sums of steps are rounded by: nothing moves. Throws SolverError, and Interrupted if
  // stop_signal is set, with the state as it was after the last step that succeeded.
  void step(double dt);
  // The values of the history columns now, shape (n_columns).
  std::vector<double> values() const;
  // The belt now, at the points of the formulation, or at ascending points in [0, length of the contour) [m]. Throws
  // UsageError for other points.
  std::vector<ProfilePoint> profile() const;
  std::vector<ProfilePoint> profile(std::span<const double> sigma) const;

  // From now on this moment [N m] acts on a controlled pulley, in addition to those of the configuration. Throws
  // UsageError.
  void set_torque(const std::string& pulley, double moment);
  // A controlled pulley of prescribed motion reaches this angular velocity [rad/s] evenly over the next call of step(),
  // and keeps it. Throws UsageError.
  void set_speed(const std::string& pulley, double angular_velocity);

  const std::vector<ControlledInput>& inputs() const { return inputs_; }
  // The index of one by its name, as it was controlled. Throws UsageError.
  std::size_t input_of(const std::string& controlled) const;
  // What is controlled, by its index in inputs(), has this value from now on, a speed, an angle, a rotation or a
  // displacement at the end of the next call of step(), over which all but a speed change evenly; over that call it
  // changes at this rate [1/s], and then stays. Throws UsageError.
  void set(std::size_t input, double value, double rate = 0.0);

  // The whole state, and back to it; of the same run of the same configuration with the same pulleys controlled only.
  // restore() throws IoError and leaves the state as it was.
  SavedState save() const;
  void restore(const SavedState& state);

 private:
  // What is to become of a controlled function in the next step.
  struct Control {
    ControlledFunction function;
    double target{};  // of what is reached at the end of a step
    double rate{};
    bool is_due = false;
  };

  // Of this thread alone from now on. Throws UsageError if the state is not whole.
  std::unique_lock<std::mutex> lock() const;
  void take_control(Drive& drive, const std::vector<std::string>& controlled, std::span<const double> initial);
  void follow_targets(double begin, double end);
  // The pulley turns at the speed that takes it to its angle at the end.
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
  std::int64_t checksum_{};  // of what its states belong to
  bool is_whole_ = true;     // was no step given up within?
  mutable std::mutex mutex_{};
};

}  // namespace beltdyn::library
