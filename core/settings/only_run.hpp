// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "core/settings/configuration.hpp"

namespace beltdyn {

// The index of a run by its name, empty: the only one. Throws UsageError.
std::size_t run_index(const Configuration& configuration, const std::string& name);

// The configuration of one of its runs alone, of a member or a variant too, with the drive of that run.
Configuration only_run(Configuration configuration, std::size_t run);

// The configuration as JSON text in SI units with every default filled in, and with what it has in other files.
std::string self_contained_configuration(Configuration& configuration, const Formulations& formulations);

}  // namespace beltdyn
