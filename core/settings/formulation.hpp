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

// Into how many parts a run divides its drive, for convergence studies; 0: unknown.
struct Resolution {
  int elements{};
  int segments_per_element{};
};

// The options of one run; each formulation has its own.
class RunOptions {
 public:
  virtual ~RunOptions() = default;
  virtual void visit(config::FieldVisitor& visitor) = 0;
  // Chooses the numbers of the method that are left out, for a run of this drive until end_time [s] with rows of
  // results every row_interval [s], 0: after each step.
  virtual void choose_left_out(const Drive&, double /*end_time*/, double /*row_interval*/) {}
  // Error messages why this drive cannot run with these options; empty if it can.
  virtual std::vector<std::string> objections(const Drive& drive) const = 0;
  // What create() has to compute that takes a while, a sentence; empty if it takes none.
  virtual std::string preparation(const Drive&) const { return {}; }
  virtual std::unique_ptr<Simulation> create(const Drive& drive, double end_time) const = 0;
  // The same, and an observer is notified of the steps of what preparation() announces.
  virtual std::unique_ptr<Simulation> create_observed(const Drive& drive, double end_time,
                                                      const PreparationObserver&) const {
    return create(drive, end_time);
  }
  // May a simulation of another drive be where one of this run starts from?
  virtual bool can_start_near() const { return false; }
  // The same as create(), but for rounding, where a simulation of these options and a drive with other numbers has what
  // is near to a solution.
  virtual std::unique_ptr<Simulation> create_near(const Drive& drive, double end_time, const Simulation&) const {
    return create(drive, end_time);
  }
  virtual std::unique_ptr<RunOptions> clone() const = 0;
  virtual double time_step() const = 0;  // the longest step the run will take [s]
  // The exact model this run converges to, e.g. "finite_contour"; runs of different models are not compared for
  // accuracy. It may depend on the drive: two formulations that differ only in what the drive does not have share it.
  virtual std::string model(const Drive& drive) const = 0;
  // Is the run a solution of its model without discretisation error that a comparison would show?
  virtual bool is_exact() const { return false; }
  virtual Resolution resolution() const { return {}; }
};

// A formulation by name. Modules fill a list of these; the program hands it to whatever reads configurations.
struct Formulation {
  std::string name;
  std::string meaning;
  std::function<std::unique_ptr<RunOptions>()> make_options;
};
using Formulations = std::vector<Formulation>;

}  // namespace beltdyn
