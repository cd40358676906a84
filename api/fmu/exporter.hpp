// SPDX-License-Identifier: MIT
#pragma once

// The function for which the program opens the module of units. The interface is C only, since both sides may have a
// C++ library of their own.

namespace beltdyn::fmu {

// "binaries/linux64/beltdyn.so"
inline constexpr const char* kModelIdentifier = "beltdyn";

enum ExportStatus { kExported, kBadRequest, kNotSolved, kNotWritten, kFailed };

struct ExportRequest {
  const char* configuration;      // with one run, self-contained, as JSON text
  const char* const* controlled;  // as in library::Session, shape (n_controlled)
  int n_controlled;
  const char* binary;  // the file of the module
  const char* output;  // the file to write
  // Receives the error message.
  void (*tell)(void* context, const char* message);
  void* context;
};

}  // namespace beltdyn::fmu

// Writes a unit; nothing on failure.
extern "C" [[gnu::visibility("default")]] beltdyn::fmu::ExportStatus beltdyn_export_fmu(
    const beltdyn::fmu::ExportRequest* request);
