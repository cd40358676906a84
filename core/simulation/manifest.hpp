// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "core/simulation/runner.hpp"

namespace beltdyn {

// The provenance of a run: manifest.json.
struct Manifest {
  std::string run;
  std::string formulation;
  std::string model;                   // the exact model the run converges to
  std::string resolved_configuration;  // JSON text
  RunReport report;
};

// Throws IoError.
void write_manifest(const std::filesystem::path& folder, const Manifest& manifest);

}  // namespace beltdyn
