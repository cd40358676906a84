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

// Marks symbols that the shared library exports.
#define BELTDYN_API [[gnu::visibility("default")]]

// The C++ library of BeltDyn: it reads a configuration, computes its runs with any formulation, and steps a drive that
// another program controls. Units are SI, angles in rad; angles, angular velocities and moments are positive
// counter-clockwise. Errors are exceptions of core/base/error.hpp, with the messages of the program. Several objects
// may be used in parallel in different threads; threads that use the same simulation wait for each other. An object
// that was moved from throws UsageError.
namespace beltdyn::api {

// Changes of values before a configuration is read: "/runs/0/time_step=1e-4", "/drive/pulleys/0/radius=25 mm".
using Changes = std::vector<std::string>;

// A valid configuration. Copies share their data.
class BELTDYN_API Configuration {
 public:
  struct Run {
    std::string name;
    std::string formulation;
  };

  // Throw ConfigError with all errors of the file or text, and UsageError if the path of a change does not exist.
  // Relative paths in a text start from the working folder.
  static Configuration load(const std::filesystem::path& file, const Changes& changes = {});
  static Configuration parse(std::string_view text, const Changes& changes = {});

  const std::string& name() const;
  double end_time() const;  // [s]
  std::vector<Run> runs() const;
  // The whole configuration as JSON, in SI units, with all defaults filled in.
  std::string resolved() const;

 private:
  friend class Simulation;
  friend struct History;
  struct Data;
  explicit Configuration(std::shared_ptr<const Data> data);

  std::shared_ptr<const Data> data_;
};

// A column of the history: "span_force_1" in "N"; the unit of dimensionless numbers is "-".
struct Column {
  std::string name;
  std::string unit;
};

// The belt along its contour; each array has the shape (n_points).
struct Profile {
  std::vector<double> sigma;       // place on the contour [m]
  std::vector<double> strain;      // [-]
  std::vector<double> force;       // [N]
  std::vector<double> speed;       // [m/s]
  std::vector<double> pressure;    // [N/m]
  std::vector<double> traction;    // on the belt [N/m]
  std::vector<int> contact_state;  // 0 stick, ±1 slip, 2 free
};

// The state of a simulation, which can be written to a file. Copies share their data.
class BELTDYN_API State {
 public:
  // Throws IoError if the bytes are not a state.
  static State from_bytes(std::span<const std::uint8_t> bytes);
  std::vector<std::uint8_t> to_bytes() const;

 private:
  friend class Simulation;
  struct Data;
  explicit State(std::shared_ptr<const Data> data);

  std::shared_ptr<const Data> data_;
};

// One run that the caller steps, with results bit-identical to `beltdyn run`.
class BELTDYN_API Simulation {
 public:
  // `run`: name of the run; may be empty if the configuration has one run only. `controlled`: the quantities that the
  // caller will set. A pulley, by name or number (from 1), stands for its torque, or its angular velocity if its motion
  // is prescribed; "PULLEY:angle" for its angle, "PULLEY:brake" for the capacity of its brake, "PULLEY:force" for a
  // force along its slide, "PULLEY:arm" and "PULLEY:slide" for the prescribed rotation of its arm and displacement of
  // its slider. Throws UsageError, SolverError.
  explicit Simulation(const Configuration& configuration, const std::string& run = {},
                      const std::vector<std::string>& controlled = {});
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  double time() const;       // [s]
  double time_step() const;  // longest step at present [s]
  double end_time() const;   // of the configuration; a simulation may continue beyond it [s]
  // Has an event, such as standstill, ended the run early?
  bool is_over() const;

  // Advances by dt [s] in equal steps no longer than time_step(); the step is exactly time_step() if only rounding
  // makes a difference. dt = 0: takes one step of time_step(). A dt below a millionth of time_step() counts as rounding
  // of the caller's times, and nothing moves. Throws UsageError, and SolverError with the state after the last
  // successful step.
  void step(double dt = 0.0);

  // The columns of history.csv without time, and their present values, shape (n_columns), valid until the next call of
  // values().
  const std::vector<Column>& columns() const;
  std::span<const double> values();
  // The present value of a column. Throws UsageError if the column does not exist.
  double value(std::string_view column);
  // The present belt, at points of the formulation, or at ascending points in [0, length of the contour) [m]. Throws
  // UsageError for other points.
  Profile profile() const;
  Profile profile(std::span<const double> sigma) const;

  // From now on this moment [N m] acts on a controlled pulley, in addition to the moments of the configuration. Throws
  // UsageError.
  void set_torque(const std::string& pulley, double moment);
  // Changes the angular velocity of a controlled pulley of prescribed motion linearly to this value [rad/s] over the
  // next call of step(), and keeps it. Throws UsageError.
  void set_speed(const std::string& pulley, double angular_velocity);
  // Sets a controlled quantity, named as in `controlled`. From now on: a torque or a force, in addition to the
  // configuration [N m], [N], or the capacity of a brake [N m]. At the end of the next call of step(): an angular
  // velocity [rad/s]; an angle [rad], 0 at time 0; the rotation of an arm [rad] or the displacement of a slider [m].
  // All but an angular velocity change linearly during that call and then stay unless they are set again. `rate` [1/s]
  // changes the value during that call; after it the value stays. Throws UsageError.
  void set_input(const std::string& controlled, double value, double rate = 0.0);

  // Saves the whole state, or returns to a saved one; results are then bit-identical. restore() throws IoError and
  // keeps the present state if the saved one belongs to another run, configuration or set of controlled quantities.
  State save() const;
  void restore(const State& state);

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

// The result of a run: the rows of its history.csv, and the belt at its end.
struct BELTDYN_API History {
  std::vector<Column> columns;
  std::vector<double> time;           // shape (n_rows) [s]
  std::vector<double> values;         // shape (n_rows n_columns), row by row
  Profile last_profile;               // empty for a drive without a belt
  std::vector<std::string> warnings;  // warnings for the user
  std::string failure;                // why the solver ended the run early; empty on success

  // Computes a run from its begin to the end time of the configuration; `run` as in Simulation. Throws UsageError, and
  // SolverError if the run cannot begin.
  static History of(const Configuration& configuration, const std::string& run = {});

  // A column by its name, shape (n_rows). Throws UsageError if it does not exist.
  std::vector<double> column(std::string_view name) const;
};

// The version of the library: "0.1.0".
BELTDYN_API const std::string& version();
// The JSON Schema (draft-07) of configurations.
BELTDYN_API std::string schema();

}  // namespace beltdyn::api
