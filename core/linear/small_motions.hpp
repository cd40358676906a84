// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include "core/run/simulation.hpp"

namespace beltdyn {

// Writes what the options of a linear analysis ask for into a folder: frequency response, modes, Campbell diagram,
// response to orders. Nothing without a linear analysis. Returns what it found about unstable modes, modes that the
// mesh does not resolve, and gross slip. Throws IoError, SolverError, Interrupted.
std::vector<Finding> write_small_motions(Simulation& simulation, const std::filesystem::path& folder);

}  // namespace beltdyn
