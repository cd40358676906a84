// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

// The C interface of FMI 2.0 for co-simulation, as the standard describes it (sections 2.1 and 4.2), under its names.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {

using fmi2Component = void*;
using fmi2ComponentEnvironment = void*;
using fmi2FMUstate = void*;
using fmi2ValueReference = unsigned int;
using fmi2Real = double;
using fmi2Integer = int;
using fmi2Boolean = int;
using fmi2Char = char;
using fmi2String = const fmi2Char*;
using fmi2Byte = char;

enum fmi2Status { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending };
enum fmi2Type { fmi2ModelExchange, fmi2CoSimulation };
enum fmi2StatusKind { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated };

struct fmi2CallbackFunctions {
  void (*logger)(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status, fmi2String category,
                 fmi2String format, ...);
  void* (*allocateMemory)(std::size_t count, std::size_t size);
  void (*freeMemory)(void* memory);
  void (*stepFinished)(fmi2ComponentEnvironment environment, fmi2Status status);
  fmi2ComponentEnvironment componentEnvironment;
};

#define BELTDYN_FMI2 [[gnu::visibility("default")]]

BELTDYN_FMI2 fmi2String fmi2GetTypesPlatform();
BELTDYN_FMI2 fmi2String fmi2GetVersion();
BELTDYN_FMI2 fmi2Status fmi2SetDebugLogging(fmi2Component component, fmi2Boolean logging_on, std::size_t n_categories,
                                            const fmi2String categories[]);

BELTDYN_FMI2 fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                                           const fmi2CallbackFunctions* callbacks, fmi2Boolean visible,
                                           fmi2Boolean logging_on);
BELTDYN_FMI2 void fmi2FreeInstance(fmi2Component component);
BELTDYN_FMI2 fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean has_tolerance, fmi2Real tolerance,
                                            fmi2Real start, fmi2Boolean has_stop, fmi2Real stop);
BELTDYN_FMI2 fmi2Status fmi2EnterInitializationMode(fmi2Component component);
BELTDYN_FMI2 fmi2Status fmi2ExitInitializationMode(fmi2Component component);
BELTDYN_FMI2 fmi2Status fmi2Terminate(fmi2Component component);
BELTDYN_FMI2 fmi2Status fmi2Reset(fmi2Component component);

BELTDYN_FMI2 fmi2Status fmi2GetReal(fmi2Component component, const fmi2ValueReference variables[], std::size_t n,
                                    fmi2Real values[]);
BELTDYN_FMI2 fmi2Status fmi2GetInteger(fmi2Component component, const fmi2ValueReference variables[], std::size_t n,
                                       fmi2Integer values[]);
BELTDYN_FMI2 fmi2Status fmi2GetBoolean(fmi2Component component, const fmi2ValueReference variables[], std::size_t n,
                                       fmi2Boolean values[]);
BELTDYN_FMI2 fmi2Status fmi2GetString(fmi2Component component, const fmi2ValueReference variables[], std::size_t n,
                                      fmi2String values[]);
BELTDYN_FMI2 fmi2Status fmi2SetReal(fmi2Component component, const fmi2ValueReference variables[], std::size_t n,
                                    const fmi2Real values[]);
BELTDYN_FMI2 fmi2Status fmi2SetInteger(fmi2Component component, const fmi2ValueReference variables[], std::size_t n,
                                       const fmi2Integer values[]);
BELTDYN_FMI2 fmi2Status fmi2SetBoolean(fmi2Component component, const fmi2ValueReference variables[], std::size_t n,
                                       const fmi2Boolean values[]);
BELTDYN_FMI2 fmi2Status fmi2SetString(fmi2Component component, const fmi2ValueReference variables[], std::size_t n,
                                      const fmi2String values[]);

BELTDYN_FMI2 fmi2Status fmi2GetFMUstate(fmi2Component component, fmi2FMUstate* state);
BELTDYN_FMI2 fmi2Status fmi2SetFMUstate(fmi2Component component, fmi2FMUstate state);
BELTDYN_FMI2 fmi2Status fmi2FreeFMUstate(fmi2Component component, fmi2FMUstate* state);
BELTDYN_FMI2 fmi2Status fmi2SerializedFMUstateSize(fmi2Component component, fmi2FMUstate state, std::size_t* size);
BELTDYN_FMI2 fmi2Status fmi2SerializeFMUstate(fmi2Component component, fmi2FMUstate state, fmi2Byte bytes[],
                                              std::size_t size);
BELTDYN_FMI2 fmi2Status fmi2DeSerializeFMUstate(fmi2Component component, const fmi2Byte bytes[], std::size_t size,
                                                fmi2FMUstate* state);
BELTDYN_FMI2 fmi2Status fmi2GetDirectionalDerivative(fmi2Component component, const fmi2ValueReference unknowns[],
                                                     std::size_t n_unknowns, const fmi2ValueReference knowns[],
                                                     std::size_t n_knowns, const fmi2Real directions[],
                                                     fmi2Real derivatives[]);

BELTDYN_FMI2 fmi2Status fmi2SetRealInputDerivatives(fmi2Component component, const fmi2ValueReference variables[],
                                                    std::size_t n, const fmi2Integer orders[], const fmi2Real values[]);
BELTDYN_FMI2 fmi2Status fmi2GetRealOutputDerivatives(fmi2Component component, const fmi2ValueReference variables[],
                                                     std::size_t n, const fmi2Integer orders[], fmi2Real values[]);
BELTDYN_FMI2 fmi2Status fmi2DoStep(fmi2Component component, fmi2Real time, fmi2Real step,
                                   fmi2Boolean needs_no_state_before);
BELTDYN_FMI2 fmi2Status fmi2CancelStep(fmi2Component component);
BELTDYN_FMI2 fmi2Status fmi2GetStatus(fmi2Component component, fmi2StatusKind kind, fmi2Status* value);
BELTDYN_FMI2 fmi2Status fmi2GetRealStatus(fmi2Component component, fmi2StatusKind kind, fmi2Real* value);
BELTDYN_FMI2 fmi2Status fmi2GetIntegerStatus(fmi2Component component, fmi2StatusKind kind, fmi2Integer* value);
BELTDYN_FMI2 fmi2Status fmi2GetBooleanStatus(fmi2Component component, fmi2StatusKind kind, fmi2Boolean* value);
BELTDYN_FMI2 fmi2Status fmi2GetStringStatus(fmi2Component component, fmi2StatusKind kind, fmi2String* value);

}  // extern "C"
// NOLINTEND(readability-identifier-naming)
