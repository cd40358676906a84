// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"

// What is exported by a shared library.
#define BELTDYN_API [[gnu::visibility("default")]]

// The C++ library of BeltDyn: reads a configuration, carries out its runs in any formulation, and steps a drive that
// another program controls. Units are SI, angles in rad; angles, speeds and moments are positive counter-clockwise.
// Errors are the exceptions of core/base/error.hpp, with the messages of the program. Several objects may be used at a
// time, in different threads too; threads that use one simulation wait for each other. An object that was moved from
// throws UsageError.
namespace beltdyn::api {

// Values to change before a configuration is read: "/runs/0/time_step=1e-4", "/drive/pulleys/0/radius=25 mm".
using Changes = std::vector<std::string>;

// A configuration that is valid. Copies share it.
class BELTDYN_API Configuration {
 public:
  struct Run {
    std::string name;
    std::string formulation;
  };

  // Throw ConfigError with every mistake in the file or text, UsageError if a change leads nowhere. Paths inside a text
  // start from the working folder.
  static Configuration load(const std::filesystem::path& file, const Changes& changes = {});
  static Configuration parse(std::string_view text, const Changes& changes = {});

  const std::string& name() const;
  double end_time() const;  // [s]
  std::vector<Run> runs() const;
  // All of it as JSON, in SI units and with every default filled in.
  std::string resolved() const;

 private:
  friend class Simulation;
  friend struct History;
  struct Data;
  explicit Configuration(std::shared_ptr<const Data> data);

  std::shared_ptr<const Data> data_;
};

// A column of the history: "span_force_1" in "N"; the unit of pure numbers is "-".
struct Column {
  std::string name;
  std::string unit;
};

// The belt along its contour, shape (n_points) each.
struct Profile {
  std::vector<double> sigma;       // place on the contour [m]
  std::vector<double> strain;      // [-]
  std::vector<double> force;       // [N]
  std::vector<double> speed;       // [m/s]
  std::vector<double> pressure;    // [N/m]
  std::vector<double> traction;    // on the belt [N/m]
  std::vector<int> contact_state;  // 0 stick, ±1 slip, 2 free
};

// The state of a simulation, which can be written to a file. Copies share it.
class BELTDYN_API State {
 public:
  // Throws IoError if the bytes are no state.
  static State from_bytes(std::span<const std::uint8_t> bytes);
  std::vector<std::uint8_t> to_bytes() const;

 private:
  friend class Simulation;
  struct Data;
  explicit State(std::shared_ptr<const Data> data);

  std::shared_ptr<const Data> data_;
};

// One run that moves when it is asked to, with the numbers of `beltdyn run` to the last bit.
class BELTDYN_API Simulation {
 public:
  // `run` may be empty if the configuration has one run only. `controlled` is what will be set: a pulley by name or
  // number (from 1) for its torque or speed, "PULLEY:angle" for its angle, "PULLEY:brake" for the capacity of its
  // brake, "PULLEY:force" for a force along its slide, "PULLEY:arm" and "PULLEY:slide" for the prescribed rotation of
  // its arm and displacement of its slider. Throws UsageError, SolverError.
  explicit Simulation(const Configuration& configuration, const std::string& run = {},
                      const std::vector<std::string>& controlled = {});
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  double time() const;       // [s]
  double time_step() const;  // the longest step that is taken next [s]
  double end_time() const;   // of the configuration; a simulation may continue beyond it [s]
  // Has an event come that ends a run before its time, as a standstill?
  bool is_over() const;

  // Moves on by dt [s] in equal steps no longer than time_step(), and of just that where rounding makes the difference;
  // 0: by one such step. A dt of less than a millionth of that is what sums of steps are rounded by: nothing moves.
  // Throws UsageError, and SolverError with the state as it was after the last step that succeeded.
  void step(double dt = 0.0);

  // The columns of history.csv, time excluded, and their values now, shape (n_columns), until values() is called again.
  const std::vector<Column>& columns() const;
  std::span<const double> values();
  // One of them. Throws UsageError if there is none of this name.
  double value(std::string_view column);
  // The belt now, at ascending points in [0, length of the contour) [m] or at those of the formulation. Throws
  // UsageError if there is none of them.
  Profile profile() const;
  Profile profile(std::span<const double> sigma) const;

  // From now on this moment [N m] acts on a controlled pulley, in addition to those of the configuration. Throws
  // UsageError.
  void set_torque(const std::string& pulley, double moment);
  // A controlled pulley of prescribed motion reaches this angular velocity [rad/s] evenly over the next call of step(),
  // and keeps it. Throws UsageError.
  void set_speed(const std::string& pulley, double angular_velocity);
  // What is controlled, by its name there, has this value: a torque or a force beside those of the configuration
  // [N m], [N], the capacity of a brake [N m] from now on, a speed [rad/s] at the end of the next call of step(), or an
  // angle [rad], 0 at time 0, the rotation of an arm [rad] or the displacement of a slider [m], which change evenly to
  // there and stay if nothing more is set. Over that call it changes at this rate [1/s], and stays as it is then.
  // Throws UsageError.
  void set_input(const std::string& controlled, double value, double rate = 0.0);

  // The whole state, and back to it; what follows is the same to the last bit. Throws IoError, and stays where it is,
  // if the state is not one of the same run of the same configuration with the same controlled pulleys.
  State save() const;
  void restore(const State& state);

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

// What a run gives: the rows of its history.csv, and the belt at its end.
struct BELTDYN_API History {
  std::vector<Column> columns;
  std::vector<double> time;           // shape (n_rows) [s]
  std::vector<double> values;         // shape (n_rows n_columns), row by row
  Profile last_profile;               // empty for a drive without a belt
  std::vector<std::string> warnings;  // what a user should know of the run
  std::string failure;                // why the solver ended the run before its time, empty if it did not

  // Carries out a run from its beginning to the end time of the configuration; `run` as in Simulation. Throws
  // UsageError, and SolverError if there is no state to begin with.
  static History of(const Configuration& configuration, const std::string& run = {});

  // A column by its name, shape (n_rows). Throws UsageError if there is none.
  std::vector<double> column(std::string_view name) const;
};

// The version of the library: "0.1.0".
BELTDYN_API const std::string& version();
// The JSON Schema (draft-07) of configurations.
BELTDYN_API std::string schema();

}  // namespace beltdyn::api
