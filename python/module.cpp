// SPDX-License-Identifier: MIT
// The extension module beltdyn._beltdyn. What it gives is shaped for people in python/beltdyn.
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "core/base/error.hpp"
#include "core/base/stop_request.hpp"
#include "core/base/stop_signals.hpp"
#include "core/base/version.hpp"
#include "core/settings/configuration.hpp"
#include "formulations/all_formulations.hpp"
#include "library/history_rows.hpp"
#include "library/session.hpp"

namespace beltdyn::python {
namespace {

namespace py = pybind11;
using library::SavedState;
using library::Session;
using namespace py::literals;

config::JsonDocument document_of(const std::string& text, const std::string& file,
                                 const std::vector<std::string>& assignments) {
  config::JsonDocument document =
      text.empty() ? config::JsonDocument::load(file) : config::JsonDocument::parse(file, text);
  for (const std::string& assignment : assignments) document.set(assignment);
  return document;
}

py::array_t<double> array_of(std::span<const double> values) {
  return py::array_t<double>(static_cast<py::ssize_t>(values.size()), values.data());
}

py::list problems_of(const ConfigError& error) {
  py::list problems;
  for (const Problem& p : error.problems()) {
    problems.append(py::dict("pointer"_a = p.pointer, "line"_a = p.line, "value"_a = p.value, "message"_a = p.message));
  }
  return problems;
}

// The classes of exceptions, by the names of those of C++.
struct Exceptions {
  py::object config;
  py::object usage;
  py::object solver;
  py::object io;
};

void translate(const Exceptions& classes, const std::exception_ptr& thrown) {
  const auto raise = [](const py::object& type, const std::exception& error) {
    PyErr_SetString(type.ptr(), error.what());
  };
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const ConfigError& error) {
    const py::object exception = classes.config(error.what());
    exception.attr("file") = error.file();
    exception.attr("problems") = problems_of(error);
    PyErr_SetObject(classes.config.ptr(), exception.ptr());
  } catch (const UsageError& error) {
    raise(classes.usage, error);
  } catch (const SolverError& error) {
    raise(classes.solver, error);
  } catch (const IoError& error) {
    raise(classes.io, error);
  } catch (const Interrupted&) {
    PyErr_SetNone(PyExc_KeyboardInterrupt);
  }
}

void add_exceptions(py::module_& module) {
  static Exceptions classes;
  const py::object base = py::exception<std::runtime_error>(module, "BeltDynError");
  const auto make = [&](const char* name, PyObject* builtin) {
    const py::tuple bases = py::make_tuple(base, py::reinterpret_borrow<py::object>(builtin));
    const std::string full = std::string("beltdyn.") + name;
    py::object type = py::reinterpret_steal<py::object>(PyErr_NewException(full.c_str(), bases.ptr(), nullptr));
    module.attr(name) = type;
    return type;
  };
  classes = {.config = make("ConfigError", PyExc_ValueError),
             .usage = make("UsageError", PyExc_ValueError),
             .solver = make("SolverError", PyExc_RuntimeError),
             .io = make("IoError", PyExc_OSError)};
  py::register_exception_translator([](std::exception_ptr thrown) { translate(classes, thrown); });
}

// During its lifetime, signals of Python interrupt computations here. Signals are those of the main thread.
class Interruptible {
 public:
  Interruptible() {
    const py::module_ threading = py::module_::import("threading");
    if (threading.attr("current_thread")().is(threading.attr("main_thread")())) signals_.emplace();
  }

 private:
  std::optional<StopSignals> signals_{};
};

py::dict profile_of(const Simulation& simulation, const std::optional<std::vector<double>>& points) {
  const std::vector<double> sigma = points ? *points : simulation.natural_profile_points();
  const std::vector<ProfilePoint> profile = simulation.profile(sigma);
  const auto column = [&profile](auto field) {
    py::array_t<double> values(static_cast<py::ssize_t>(profile.size()));
    for (std::size_t i = 0; i < profile.size(); ++i) {
      values.mutable_at(static_cast<py::ssize_t>(i)) = static_cast<double>(profile[i].*field);
    }
    return values;
  };
  return py::dict("sigma"_a = column(&ProfilePoint::sigma), "strain"_a = column(&ProfilePoint::strain),
                  "force"_a = column(&ProfilePoint::force), "speed"_a = column(&ProfilePoint::speed),
                  "pressure"_a = column(&ProfilePoint::pressure), "traction"_a = column(&ProfilePoint::traction),
                  "contact_state"_a = column(&ProfilePoint::contact_state));
}

py::list columns_of(const History& history) {
  py::list columns;
  for (const HistoryColumn& column : history.columns()) columns.append(py::make_tuple(column.name, column.unit));
  return columns;
}

// Carries out a run: its columns with their units, a row of values for each of its times, and its last profile.
py::dict carry_out(const std::string& text, const std::string& file, const std::vector<std::string>& assignments,
                   const std::string& run) {
  const Interruptible interruptible;
  library::HistoryRows rows;
  std::unique_ptr<Configuration> configuration;
  std::unique_ptr<Simulation> simulation;
  {
    const py::gil_scoped_release release;
    configuration =
        std::make_unique<Configuration>(read_configuration(document_of(text, file, assignments), all_formulations()));
    const RunConfig* const chosen = configuration->find_run(run);
    if (chosen == nullptr) throw UsageError("there is no run " + run);
    simulation = chosen->options->create(configuration->drive_of(*chosen), configuration->end_time);
    rows = library::history_rows(*simulation, *configuration);
  }
  const auto n_rows = static_cast<py::ssize_t>(rows.times.size());
  const auto n_columns = static_cast<py::ssize_t>(simulation->history().columns().size());
  const SolverStatistics counts = simulation->statistics();
  return py::dict("columns"_a = columns_of(simulation->history()), "time"_a = array_of(rows.times),
                  "values"_a = py::array_t<double>({n_rows, n_columns}, rows.values.data()),
                  "profile"_a = profile_of(*simulation, std::nullopt), "failure"_a = rows.failure,
                  "warnings"_a = simulation->preflight(configuration->end_time), "steps"_a = counts.steps,
                  "newton_iterations"_a = counts.newton_iterations);
}

// The content of a configuration: its name, its end time, its runs, and all of it with every default filled in.
py::dict describe(const std::string& text, const std::string& file, const std::vector<std::string>& assignments) {
  const Configuration configuration = read_configuration(document_of(text, file, assignments), all_formulations());
  py::dict runs;
  for (const RunConfig& run : configuration.runs) {
    runs[py::str(run.name)] = all_formulations()[static_cast<std::size_t>(run.formulation)].name;
  }
  return py::dict("name"_a = configuration.name, "end_time"_a = configuration.end_time, "runs"_a = runs,
                  "resolved"_a = resolved_configuration(configuration, all_formulations()));
}

std::unique_ptr<Session> make_session(const std::string& text, const std::string& file,
                                      const std::vector<std::string>& assignments, const std::string& run,
                                      const std::vector<std::string>& control) {
  const Interruptible interruptible;
  const py::gil_scoped_release release;
  return std::make_unique<Session>(document_of(text, file, assignments), run, control);
}

py::bytes bytes_of(const SavedState& state) {
  const std::vector<std::uint8_t> bytes = state.to_bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

SavedState state_of(const py::bytes& bytes) {
  const auto text = static_cast<std::string_view>(bytes);
  return SavedState::from_bytes(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

void add_session(py::module_& module) {
  py::class_<SavedState>(module, "State")
      .def(py::init(&state_of), "data"_a)
      .def("to_bytes", &bytes_of)
      .def(py::pickle([](const SavedState& state) { return py::make_tuple(bytes_of(state)); },
                      [](const py::tuple& parts) { return state_of(parts[0].cast<py::bytes>()); }));
  py::class_<Session>(module, "Session")
      .def(py::init(&make_session), "text"_a, "file"_a, "assignments"_a, "run"_a, "control"_a)
      .def("step", &Session::step, "dt"_a = 0.0, py::call_guard<py::gil_scoped_release>())
      .def_property_readonly("time", [](const Session& s) { return s.simulation().time(); })
      .def_property_readonly("time_step", [](const Session& s) { return s.simulation().time_step(); })
      .def_property_readonly("end_time", [](const Session& s) { return s.configuration().end_time; })
      .def_property_readonly("run", [](const Session& s) { return s.run().name; })
      .def_property_readonly("is_over", [](const Session& s) { return s.simulation().is_over(); })
      .def_property_readonly("steps", [](const Session& s) { return s.simulation().statistics().steps; })
      .def_property_readonly("columns", [](const Session& s) { return columns_of(s.history()); })
      .def("values", [](Session& s) { return array_of(s.values()); })
      .def(
          "profile",
          [](const Session& s, const std::optional<std::vector<double>>& points) {
            return profile_of(s.simulation(), points);
          },
          "points"_a = py::none())
      .def("set_torque", &Session::set_torque, "pulley"_a, "moment"_a)
      .def("set_speed", &Session::set_speed, "pulley"_a, "angular_velocity"_a)
      .def("save", &Session::save)
      .def("restore", &Session::restore, "state"_a);
}

}  // namespace
}  // namespace beltdyn::python

PYBIND11_MODULE(_beltdyn, module) {
  using namespace beltdyn::python;
  module.attr("__version__") = beltdyn::build_info().version;
  add_exceptions(module);
  add_session(module);
  module.def("describe", &describe, "text"_a, "file"_a, "assignments"_a);
  module.def("carry_out", &carry_out, "text"_a, "file"_a, "assignments"_a, "run"_a);
  module.def("schema", [] { return beltdyn::configuration_schema(beltdyn::all_formulations()); });
}
