// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/simulation/preflight.hpp"
#include "core/simulation/runner.hpp"

namespace beltdyn {

// The provenance of a run: manifest.json.
struct Manifest {
  std::string run;
  std::string formulation;
  std::string model;                   // the exact model the run converges to
  std::string resolved_configuration;  // JSON text
  std::optional<Preflight> preflight;  // once the simulation has been made
  RunReport report;
};

// Throws IoError.
void write_manifest(const std::filesystem::path& folder, const Manifest& manifest);

}  // namespace beltdyn
