// SPDX-License-Identifier: MIT
// The extension module beltdyn._beltdyn. Its Python interface is in python/beltdyn.
#include <csignal>
#include <exception>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "api/cpp/history_rows.hpp"
#include "api/cpp/session.hpp"
#include "core/base/error.hpp"
#include "core/base/standard_streams.hpp"
#include "core/base/stop_request.hpp"
#include "core/base/stop_signals.hpp"
#include "core/base/version.hpp"
#include "core/settings/configuration.hpp"
#include "core/settings/only_run.hpp"
#include "formulations/all_formulations.hpp"

namespace beltdyn::python {

// Accepts only objects with a value: an object on which only __new__ was called has none, and pybind11 would create
// one.
template <class Type>
struct MadeObjectCaster : pybind11::detail::type_caster_base<Type> {
  bool load(pybind11::handle source, bool convert) {
    if (pybind11::isinstance<Type>(source)) {
      auto* const object = reinterpret_cast<pybind11::detail::instance*>(source.ptr());
      if (!object->get_value_and_holder().holder_constructed()) {
        throw pybind11::type_error("this object was never initialised; make it by calling its class");
      }
    }
    return pybind11::detail::type_caster_base<Type>::load(source, convert);
  }
};

}  // namespace beltdyn::python

template <>
struct pybind11::detail::type_caster<beltdyn::library::SavedState>
    : beltdyn::python::MadeObjectCaster<beltdyn::library::SavedState> {};
template <>
struct pybind11::detail::type_caster<beltdyn::library::Session>
    : beltdyn::python::MadeObjectCaster<beltdyn::library::Session> {};

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
  for (const std::string& assignment : assignments) document.set(assignment, library::kChange);
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

// The Python exception classes, named as in C++.
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
    // As if the interpreter had received the signal: a handler of the user comes first.
    PyErr_SetInterruptEx(SIGINT);
    if (PyErr_CheckSignals() == 0) PyErr_SetNone(PyExc_KeyboardInterrupt);
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

// While it exists Ctrl-C interrupts the computation of this thread, if it is the main thread, which receives signals.
class Interruptible {
 public:
  Interruptible() : n_exceptions_(std::uncaught_exceptions()), heeded_before_(heeds_stop_signal) {
    const py::module_ threading = py::module_::import("threading");
    heeds_stop_signal = threading.attr("current_thread")().is(threading.attr("main_thread")());
    if (heeds_stop_signal && PyOS_getsig(SIGINT) != SIG_IGN) signals_.emplace(std::initializer_list<int>{SIGINT});
  }
  ~Interruptible() {
    // A signal that came too late to interrupt the computation is passed to the interpreter.
    const bool is_left = signals_ && is_stopped() && std::uncaught_exceptions() == n_exceptions_;
    signals_.reset();
    heeds_stop_signal = heeded_before_;
    if (is_left) PyErr_SetInterruptEx(SIGINT);
  }
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

 private:
  int n_exceptions_;
  bool heeded_before_;
  std::optional<StopSignals> signals_{};
};

// Calls a C++ function without the interpreter lock, so that other Python threads continue.
template <class Function>
auto without_lock(const Function& function) {
  const py::gil_scoped_release release;
  return function();
}

py::dict profile_of(const std::vector<ProfilePoint>& profile) {
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

py::list columns_of(const std::vector<HistoryColumn>& of_history) {
  py::list columns;
  for (const HistoryColumn& column : of_history) columns.append(py::make_tuple(column.name, column.unit));
  return columns;
}

// Computes a run: its columns with units, a row of values for each time, and its last profile.
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
    const RunConfig& chosen = configuration->runs[run_index(*configuration, run)];
    simulation = chosen.options->create(configuration->drive_of(chosen), configuration->end_time);
    rows = library::history_rows(*simulation, *configuration);
  }
  const auto n_rows = static_cast<py::ssize_t>(rows.times.size());
  const auto n_columns = static_cast<py::ssize_t>(simulation->history().columns().size());
  const SolverStatistics counts = simulation->statistics();
  return py::dict("columns"_a = columns_of(simulation->history().columns()), "time"_a = array_of(rows.times),
                  "values"_a = py::array_t<double>({n_rows, n_columns}, rows.values.data()),
                  "profile"_a = profile_of(simulation->profile(simulation->natural_profile_points())),
                  "failure"_a = rows.failure, "warnings"_a = library::warnings_of(*simulation, *configuration),
                  "steps"_a = counts.steps, "newton_iterations"_a = counts.newton_iterations);
}

// The content of a configuration: its name, end time and runs, and the whole configuration with all defaults filled in.
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
      .def(
          "step",
          [](Session& s, double dt) {
            const Interruptible interruptible;
            without_lock([&] { s.step(dt); });
          },
          "dt"_a = 0.0)
      .def_property_readonly("time", [](const Session& s) { return without_lock([&] { return s.time(); }); })
      .def_property_readonly("time_step", [](const Session& s) { return without_lock([&] { return s.time_step(); }); })
      .def_property_readonly("end_time", [](const Session& s) { return s.configuration().end_time; })
      .def_property_readonly("run", [](const Session& s) { return s.run().name; })
      .def_property_readonly("is_over", [](const Session& s) { return without_lock([&] { return s.is_over(); }); })
      .def_property_readonly("steps",
                             [](const Session& s) { return without_lock([&] { return s.statistics().steps; }); })
      .def_property_readonly("columns", [](const Session& s) { return columns_of(s.columns()); })
      .def("values", [](const Session& s) { return array_of(without_lock([&] { return s.values(); })); })
      .def(
          "profile",
          [](const Session& s, const std::optional<std::vector<double>>& points) {
            return profile_of(without_lock([&] { return points ? s.profile(*points) : s.profile(); }));
          },
          "points"_a = py::none())
      .def("set_torque", &Session::set_torque, "pulley"_a, "moment"_a, py::call_guard<py::gil_scoped_release>())
      .def(
          "set_input",
          [](Session& session, const std::string& control, double value, double rate) {
            session.set(session.input_of(control), value, rate);
          },
          "control"_a, "value"_a, "rate"_a, py::call_guard<py::gil_scoped_release>())
      .def("set_speed", &Session::set_speed, "pulley"_a, "angular_velocity"_a, py::call_guard<py::gil_scoped_release>())
      .def("save", &Session::save, py::call_guard<py::gil_scoped_release>())
      .def("restore", &Session::restore, "state"_a, py::call_guard<py::gil_scoped_release>());
}

}  // namespace
}  // namespace beltdyn::python

PYBIND11_MODULE(_beltdyn, module) {
  using namespace beltdyn::python;
  beltdyn::open_closed_standard_streams();
  module.attr("__version__") = beltdyn::build_info().version;
  add_exceptions(module);
  add_session(module);
  module.def("describe", &describe, "text"_a, "file"_a, "assignments"_a);
  module.def("carry_out", &carry_out, "text"_a, "file"_a, "assignments"_a, "run"_a);
  module.def("schema", [] { return beltdyn::configuration_schema(beltdyn::all_formulations()); });
}
