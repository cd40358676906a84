// SPDX-License-Identifier: MIT
// Usage: instances LIBRARY RESOURCES GUID N. Creates, uses and frees N instances of a unit one after another, so that
// valgrind can search for leaks. Returns 1 if a call fails.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <dlfcn.h>

#include "api/fmu/fmi2.hpp"

namespace {

void* library = nullptr;

template <class Function>
Function* function(const char* name) {
  void* const found = dlsym(library, name);
  if (found == nullptr) std::exit(1);
  return reinterpret_cast<Function*>(found);
}
#define FMI2(name) function<decltype(fmi2##name)>("fmi2" #name)

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "%s\n", what);
  std::exit(1);
}

// Starts, steps, saves the state, returns to it, and makes an invalid call.
void use(fmi2Component unit) {
  require(FMI2(SetupExperiment)(unit, 0, 0.0, 0.0, 0, 0.0) == fmi2OK, "set up");
  require(FMI2(EnterInitializationMode)(unit) == fmi2OK && FMI2(ExitInitializationMode)(unit) == fmi2OK, "initialise");
  const fmi2ValueReference first = 0;
  const double value = 1.0;
  require(FMI2(SetReal)(unit, &first, 1, &value) == fmi2OK, "set");
  fmi2FMUstate state = nullptr;
  require(FMI2(GetFMUstate)(unit, &state) == fmi2OK, "keep");
  require(FMI2(DoStep)(unit, 0.0, 1e-3, 1) == fmi2OK, "step");
  std::size_t size = 0;
  require(FMI2(SerializedFMUstateSize)(unit, state, &size) == fmi2OK, "size");
  std::vector<fmi2Byte> bytes(size);
  require(FMI2(SerializeFMUstate)(unit, state, bytes.data(), size) == fmi2OK, "write");
  require(FMI2(FreeFMUstate)(unit, &state) == fmi2OK && state == nullptr, "free");
  require(FMI2(DeSerializeFMUstate)(unit, bytes.data(), size, &state) == fmi2OK, "read");
  require(FMI2(SetFMUstate)(unit, state) == fmi2OK && FMI2(FreeFMUstate)(unit, &state) == fmi2OK, "go back");
  const fmi2ValueReference unknown = 1'000'000;
  require(FMI2(SetReal)(unit, &unknown, 1, &value) == fmi2Error, "mistake");
}

}  // namespace

int main(int argc, char** argv) {
  require(argc == 5, "usage: instances LIBRARY RESOURCES GUID N");
  library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  require(library != nullptr, "cannot be opened");
  const int n = std::atoi(argv[4]);
  for (int i = 0; i < n; ++i) {
    const fmi2Component unit = FMI2(Instantiate)("instance", fmi2CoSimulation, argv[3], argv[2], nullptr, 0, 0);
    require(unit != nullptr, "no instance");
    // Every second instance is freed unused.
    if (i % 2 == 0) use(unit);
    FMI2(FreeInstance)(unit);
  }
  return dlclose(library) == 0 ? 0 : 1;
}
