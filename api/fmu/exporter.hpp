// SPDX-License-Identifier: MIT
#pragma once

// What the program opens the module of units for. Both may have a C++ library of their own: they share C alone.

namespace beltdyn::fmu {

// "binaries/linux64/beltdyn.so"
inline constexpr const char* kModelIdentifier = "beltdyn";

enum ExportStatus { kExported, kBadRequest, kNotSolved, kNotWritten, kFailed };

struct ExportRequest {
  const char* configuration;      // of one run, self-contained, as JSON text
  const char* const* controlled;  // as library::Session takes them, shape (n_controlled)
  int n_controlled;
  const char* binary;  // the file of the module
  const char* output;  // the file to write
  // Is told what is wrong.
  void (*tell)(void* context, const char* message);
  void* context;
};

}  // namespace beltdyn::fmu

// Writes a unit, or nothing.
extern "C" [[gnu::visibility("default")]] beltdyn::fmu::ExportStatus beltdyn_export_fmu(
    const beltdyn::fmu::ExportRequest* request);
