// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/config/field_visitor.hpp"
#include "core/drive/any_drive.hpp"
#include "core/run/simulation.hpp"
#include "core/settings/preparation.hpp"

namespace beltdyn {

// The number of parts into which a run divides its drive, for convergence studies. 0: unknown.
struct Resolution {
  int elements{};
  int segments_per_element{};
};

// The options of one run; each formulation has its own.
class RunOptions {
 public:
  virtual ~RunOptions() = default;
  virtual void visit(config::FieldVisitor& visitor) = 0;
  // Chooses the numerical parameters that the user did not give, for a run of this drive until end_time [s] with a row
  // of results every row_interval [s] (0: after each step).
  virtual void choose_left_out(const Drive&, double /*end_time*/, double /*row_interval*/) {}
  // Error messages if this drive cannot run with these options; empty if it can.
  virtual std::vector<std::string> objections(const Drive& drive) const = 0;
  // A remark on the numerical parameters for a user of this drive; empty if there is none.
  virtual std::string note(const Drive&) const { return {}; }
  // A sentence that names the computation of create() if it takes long; empty if it does not.
  virtual std::string preparation(const Drive&) const { return {}; }
  virtual std::unique_ptr<Simulation> create(const Drive& drive, double end_time) const = 0;
  // The same; the observer is notified of the progress of the computation that preparation() names.
  virtual std::unique_ptr<Simulation> create_observed(const Drive& drive, double end_time,
                                                      const PreparationObserver&) const {
    return create(drive, end_time);
  }
  // Can a run start near the state of a simulation of a similar drive?
  virtual bool can_start_near() const { return false; }
  // The same as create() up to rounding, but starts from a simulation with the same options and a drive with other
  // values, which is near the solution.
  virtual std::unique_ptr<Simulation> create_near(const Drive& drive, double end_time, const Simulation&) const {
    return create(drive, end_time);
  }
  virtual std::unique_ptr<RunOptions> clone() const = 0;
  virtual double time_step() const = 0;  // the longest step the run will take [s]
  // The exact model to which this run converges, e.g. "finite_contour". Only runs of the same model are compared for
  // accuracy. The model may depend on the drive: formulations that differ only in features that this drive does not
  // have share a model.
  virtual std::string model(const Drive& drive) const = 0;
  // Is the run a solution of its model without visible discretisation error, so that other runs are compared with it?
  virtual bool is_exact() const { return false; }
  virtual Resolution resolution() const { return {}; }
};

// A formulation by its name. Modules fill a list of formulations, which the program passes to all functions that read
// configurations.
struct Formulation {
  std::string name;
  std::string meaning;
  std::function<std::unique_ptr<RunOptions>()> make_options;
};
using Formulations = std::vector<Formulation>;

}  // namespace beltdyn
