// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include "core/run/simulation.hpp"

namespace beltdyn {

// Writes the results that the options of a linear analysis request into a folder: frequency response, modes, Campbell
// diagram, order response. Nothing without a linear analysis. Returns findings about unstable modes, modes that the
// mesh does not resolve, and gross slip. Throws IoError, SolverError, Interrupted.
RunEnd write_small_motions(Simulation& simulation, const std::filesystem::path& folder);

}  // namespace beltdyn
