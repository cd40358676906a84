// SPDX-License-Identifier: MIT
// The functions of FMI 2.0. Each works on an instance; exceptions do not leave it, and every error is reported.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "api/fmu/fmi2.hpp"
#include "api/fmu/unit.hpp"
#include "core/base/error.hpp"
#include "core/base/text_file.hpp"

namespace __gnu_cxx {
void __freeres();  // NOLINT(bugprone-reserved-identifier,readability-identifier-naming)
}

namespace beltdyn::fmu {
namespace {

// The C++ library linked into this module keeps memory for exceptions under lack of memory, 73 kB, and does not release
// it when the module is closed.
[[gnu::destructor]] void close_library() { __gnu_cxx::__freeres(); }

struct Instance {
  Unit unit;
  fmi2CallbackFunctions callbacks{};
  std::string name{};
  fmi2Status last_step = fmi2OK;
  bool is_broken = false;  // after an internal error, when its state is unknown
};

// A state held by the caller; its bytes exist once they were requested.
struct HeldState {
  UnitState state{};
  std::vector<std::uint8_t> bytes{};
};

void log(const fmi2CallbackFunctions& callbacks, const std::string& instance, fmi2Status status, const char* message) {
  if (callbacks.logger == nullptr) return;
  const char* const category = status == fmi2Fatal     ? "logStatusFatal"
                               : status == fmi2Discard ? "logStatusDiscard"
                                                       : "logStatusError";
  callbacks.logger(callbacks.componentEnvironment, instance.c_str(), status, category, "%s", message);
}

fmi2Status fails(Instance& instance, fmi2Status status, const char* message) {
  log(instance.callbacks, instance.name, status, message);
  return status;
}

// Runs an action on an instance. An error of the caller leaves the instance unchanged, an internal error breaks it.
template <class Action>
fmi2Status carry_out(fmi2Component component, const Action& action) {
  if (component == nullptr) return fmi2Error;
  Instance& instance = *static_cast<Instance*>(component);
  if (instance.is_broken) return fmi2Fatal;
  try {
    action(instance);
    return fmi2OK;
  } catch (const ConfigError& error) {
    for (const Problem& problem : error.problems()) {
      log(instance.callbacks, instance.name, fmi2Error, to_string(error.file(), problem).c_str());
    }
    return fmi2Error;
  } catch (const UsageError& error) {
    return fails(instance, fmi2Error, error.what());
  } catch (const SolverError& error) {
    return fails(instance, fmi2Error, error.what());
  } catch (const IoError& error) {
    return fails(instance, fmi2Error, error.what());
  } catch (const std::exception& error) {
    instance.is_broken = true;
    return fails(instance, fmi2Fatal, error.what());
  } catch (...) {
    instance.is_broken = true;
    return fails(instance, fmi2Fatal, "an unknown error");
  }
}

fmi2Status refuses(fmi2Component component, const char* message) {
  return carry_out(component, [message](Instance&) { throw UsageError(message); });
}

template <class Pointer>
void require_lists(std::size_t n, std::initializer_list<Pointer> lists) {
  if (n > 0 && std::ranges::any_of(lists, [](Pointer list) { return list == nullptr; })) {
    throw UsageError("a list of variables or values is missing");
  }
}

template <class Value>
fmi2Status get_all(fmi2Component component, const fmi2ValueReference variables[], std::size_t n, Value values[],
                   ValueType type) {
  return carry_out(component, [&](Instance& instance) {
    require_lists<const void*>(n, {variables, values});
    for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<Value>(instance.unit.get(variables[i], type));
  });
}

template <class Value>
fmi2Status set_all(fmi2Component component, const fmi2ValueReference variables[], std::size_t n, const Value values[],
                   ValueType type) {
  return carry_out(component, [&](Instance& instance) {
    require_lists<const void*>(n, {variables, values});
    // Sets all values or none.
    for (std::size_t i = 0; i < n; ++i) {
      instance.unit.require_settable(variables[i], type, static_cast<double>(values[i]));
    }
    for (std::size_t i = 0; i < n; ++i) instance.unit.set(variables[i], type, static_cast<double>(values[i]));
  });
}

HeldState& held(fmi2FMUstate state) {
  if (state == nullptr) throw UsageError("there is no state; give one of fmi2GetFMUstate");
  return *static_cast<HeldState*>(state);
}

const std::vector<std::uint8_t>& bytes_of(HeldState& state) {
  if (state.bytes.empty()) state.bytes = state.state.to_bytes();
  return state.bytes;
}

// The path "/tmp/a b" of "file:///tmp/a%20b" or of "/tmp/a%20b".
std::filesystem::path path_of(std::string_view uri) {
  constexpr std::string_view kScheme = "file:";
  if (uri.starts_with(kScheme)) {
    uri.remove_prefix(kScheme.size());
    if (uri.starts_with("//")) uri.remove_prefix(std::min(uri.find('/', 2), uri.size()));
  }
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    unsigned code = 0;
    const char* const hex = uri.data() + i + 1;
    if (uri[i] == '%' && i + 2 < uri.size() && std::from_chars(hex, hex + 2, code, 16).ptr == hex + 2) {
      path += static_cast<char>(code);
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

Content content_at(std::string_view resources, std::string_view guid) {
  const std::filesystem::path file = path_of(resources) / "unit.json";
  const std::string text = read_text_file(file);
  if (text.empty()) throw UsageError(fmt::format("{}: cannot be read; unpack the unit there", file.string()));
  if (guid_of(text) != guid) {
    throw UsageError(
        fmt::format("the unit has the GUID {}, not {}; both have to be of the same export", guid_of(text), guid));
  }
  return Content::from_json(text);
}

std::unique_ptr<Instance> made_instance(const char* name, fmi2Type type, const char* guid, const char* resources) {
  if (name == nullptr || *name == '\0') throw UsageError("the instance has no name; give it one");
  if (type != fmi2CoSimulation) throw UsageError("the unit is made for co-simulation, not for model exchange");
  if (guid == nullptr || resources == nullptr) throw UsageError("the GUID or the place of the resources is missing");
  return std::make_unique<Instance>(Instance{.unit = Unit(content_at(resources, guid)), .name = name});
}

}  // namespace
}  // namespace beltdyn::fmu

using namespace beltdyn;
using namespace beltdyn::fmu;

fmi2String fmi2GetTypesPlatform() { return "default"; }
fmi2String fmi2GetVersion() { return "2.0"; }
// Errors are always reported, and there is nothing else to log.
fmi2Status fmi2SetDebugLogging(fmi2Component component, fmi2Boolean, std::size_t, const fmi2String[]) {
  return carry_out(component, [](Instance&) {});
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions* callbacks, fmi2Boolean, fmi2Boolean) {
  const fmi2CallbackFunctions known = callbacks == nullptr ? fmi2CallbackFunctions{} : *callbacks;
  try {
    std::unique_ptr<Instance> instance = made_instance(name, type, guid, resources);
    instance->callbacks = known;
    return instance.release();
  } catch (const std::exception& error) {
    log(known, name == nullptr ? "" : name, fmi2Error, error.what());
  } catch (...) {
    log(known, name == nullptr ? "" : name, fmi2Error, "an unknown error");
  }
  return nullptr;
}

void fmi2FreeInstance(fmi2Component component) { delete static_cast<Instance*>(component); }

fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean, fmi2Real, fmi2Real start, fmi2Boolean has_stop,
                               fmi2Real stop) {
  return carry_out(component, [=](Instance& instance) {
    instance.unit.set_up(start, has_stop != 0 ? std::optional<double>(stop) : std::nullopt);
  });
}
fmi2Status fmi2EnterInitializationMode(fmi2Component component) {
  return carry_out(component, [](Instance& instance) { instance.unit.enter_initialisation(); });
}
fmi2Status fmi2ExitInitializationMode(fmi2Component component) {
  return carry_out(component, [](Instance& instance) { instance.unit.exit_initialisation(); });
}
fmi2Status fmi2Terminate(fmi2Component component) {
  return carry_out(component, [](Instance& instance) { instance.unit.terminate(); });
}
fmi2Status fmi2Reset(fmi2Component component) {
  return carry_out(component, [](Instance& instance) { instance.unit.reset(); });
}

fmi2Status fmi2GetReal(fmi2Component component, const fmi2ValueReference variables[], std::size_t n,
                       fmi2Real values[]) {
  return get_all(component, variables, n, values, ValueType::real);
}
fmi2Status fmi2GetInteger(fmi2Component component, const fmi2ValueReference variables[], std::size_t n,
                          fmi2Integer values[]) {
  return get_all(component, variables, n, values, ValueType::integer);
}
fmi2Status fmi2GetBoolean(fmi2Component component, const fmi2ValueReference variables[], std::size_t n,
                          fmi2Boolean values[]) {
  return get_all(component, variables, n, values, ValueType::boolean);
}
fmi2Status fmi2GetString(fmi2Component component, const fmi2ValueReference[], std::size_t n, fmi2String[]) {
  return n == 0 ? carry_out(component, [](Instance&) {})
                : refuses(component, "there is no variable of the type String");
}
fmi2Status fmi2SetReal(fmi2Component component, const fmi2ValueReference variables[], std::size_t n,
                       const fmi2Real values[]) {
  return set_all(component, variables, n, values, ValueType::real);
}
fmi2Status fmi2SetInteger(fmi2Component component, const fmi2ValueReference variables[], std::size_t n,
                          const fmi2Integer values[]) {
  return set_all(component, variables, n, values, ValueType::integer);
}
fmi2Status fmi2SetBoolean(fmi2Component component, const fmi2ValueReference variables[], std::size_t n,
                          const fmi2Boolean values[]) {
  return set_all(component, variables, n, values, ValueType::boolean);
}
fmi2Status fmi2SetString(fmi2Component component, const fmi2ValueReference[], std::size_t n, const fmi2String[]) {
  return n == 0 ? carry_out(component, [](Instance&) {})
                : refuses(component, "there is no variable of the type String");
}

fmi2Status fmi2GetFMUstate(fmi2Component component, fmi2FMUstate* state) {
  return carry_out(component, [state](Instance& instance) {
    if (state == nullptr) throw UsageError("there is no place for the state");
    auto saved = std::make_unique<HeldState>(HeldState{.state = instance.unit.save()});
    if (*state == nullptr) {
      *state = saved.release();
    } else {
      *static_cast<HeldState*>(*state) = std::move(*saved);
    }
  });
}
fmi2Status fmi2SetFMUstate(fmi2Component component, fmi2FMUstate state) {
  return carry_out(component, [state](Instance& instance) {
    instance.unit.restore(held(state).state);
    instance.last_step = fmi2OK;
  });
}
fmi2Status fmi2FreeFMUstate(fmi2Component component, fmi2FMUstate* state) {
  return carry_out(component, [state](Instance&) {
    if (state == nullptr) return;
    delete static_cast<HeldState*>(*state);
    *state = nullptr;
  });
}
fmi2Status fmi2SerializedFMUstateSize(fmi2Component component, fmi2FMUstate state, std::size_t* size) {
  return carry_out(component, [state, size](Instance&) {
    if (size == nullptr) throw UsageError("there is no place for the size");
    *size = bytes_of(held(state)).size();
  });
}
fmi2Status fmi2SerializeFMUstate(fmi2Component component, fmi2FMUstate state, fmi2Byte bytes[], std::size_t size) {
  return carry_out(component, [=](Instance&) {
    const std::vector<std::uint8_t>& all = bytes_of(held(state));
    if (bytes == nullptr || size < all.size()) {
      throw UsageError(fmt::format("the state has {} bytes, and there is room for {}", all.size(), size));
    }
    std::memcpy(bytes, all.data(), all.size());
  });
}
fmi2Status fmi2DeSerializeFMUstate(fmi2Component component, const fmi2Byte bytes[], std::size_t size,
                                   fmi2FMUstate* state) {
  return carry_out(component, [=](Instance& instance) {
    if (bytes == nullptr || state == nullptr) throw UsageError("there are no bytes, or no place for the state");
    const auto* const begin = reinterpret_cast<const std::uint8_t*>(bytes);
    *state = new HeldState{.state = UnitState::from_bytes({begin, size}, instance.unit.content())};
  });
}
fmi2Status fmi2GetDirectionalDerivative(fmi2Component component, const fmi2ValueReference[], std::size_t,
                                        const fmi2ValueReference[], std::size_t, const fmi2Real[], fmi2Real[]) {
  return refuses(component, "the unit has no directional derivatives");
}

fmi2Status fmi2SetRealInputDerivatives(fmi2Component component, const fmi2ValueReference variables[], std::size_t n,
                                       const fmi2Integer orders[], const fmi2Real values[]) {
  return carry_out(component, [=](Instance& instance) {
    require_lists<const void*>(n, {variables, orders, values});
    for (std::size_t i = 0; i < n; ++i) {
      if (orders[i] != 1)
        throw UsageError(fmt::format("a derivative of order {} is not used; give the first", orders[i]));
      instance.unit.set_rate(variables[i], values[i]);
    }
  });
}
fmi2Status fmi2GetRealOutputDerivatives(fmi2Component component, const fmi2ValueReference[], std::size_t,
                                        const fmi2Integer[], fmi2Real[]) {
  return refuses(component, "the unit has no derivatives of outputs");
}

fmi2Status fmi2DoStep(fmi2Component component, fmi2Real time, fmi2Real step, fmi2Boolean) {
  // A rejected step is discarded: the caller may return to an earlier state, or end.
  bool is_discarded = false;
  const fmi2Status status = carry_out(component, [&](Instance& instance) {
    if (instance.unit.is_over()) {
      is_discarded = true;
      log(instance.callbacks, instance.name, fmi2Discard, "an event has ended the run, as a standstill does");
      return;
    }
    try {
      instance.unit.step(time, step);
    } catch (const SolverError& error) {
      is_discarded = true;
      log(instance.callbacks, instance.name, fmi2Discard, error.what());
    }
  });
  const fmi2Status result = status == fmi2OK && is_discarded ? fmi2Discard : status;
  if (component != nullptr) static_cast<Instance*>(component)->last_step = result;
  return result;
}
fmi2Status fmi2CancelStep(fmi2Component component) { return refuses(component, "no step is going on"); }

fmi2Status fmi2GetStatus(fmi2Component component, fmi2StatusKind kind, fmi2Status* value) {
  return carry_out(component, [=](Instance& instance) {
    if (value == nullptr || kind != fmi2DoStepStatus) throw UsageError("a status of this kind is fmi2DoStepStatus");
    *value = instance.last_step;
  });
}
fmi2Status fmi2GetRealStatus(fmi2Component component, fmi2StatusKind kind, fmi2Real* value) {
  return carry_out(component, [=](Instance& instance) {
    if (value == nullptr || kind != fmi2LastSuccessfulTime) {
      throw UsageError("a status of this kind is fmi2LastSuccessfulTime");
    }
    *value = instance.unit.time();
  });
}
fmi2Status fmi2GetIntegerStatus(fmi2Component component, fmi2StatusKind, fmi2Integer*) {
  return refuses(component, "there is no status of the type Integer");
}
fmi2Status fmi2GetBooleanStatus(fmi2Component component, fmi2StatusKind kind, fmi2Boolean* value) {
  return carry_out(component, [=](Instance& instance) {
    if (value == nullptr || kind != fmi2Terminated) throw UsageError("a status of this kind is fmi2Terminated");
    *value = instance.unit.is_over() ? 1 : 0;
  });
}
fmi2Status fmi2GetStringStatus(fmi2Component component, fmi2StatusKind, fmi2String*) {
  return refuses(component, "there is no status of the type String");
}
