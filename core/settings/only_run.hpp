// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "core/settings/configuration.hpp"

namespace beltdyn {

// The index of a run by its name; an empty name means the only run. Throws UsageError.
std::size_t run_index(const Configuration& configuration, const std::string& name);

// The configuration reduced to one of its runs, which may be a member of a study or a variant, with the drive of this
// run.
Configuration only_run(Configuration configuration, std::size_t run);

// The configuration as JSON text in SI units, with all defaults and with the content of other files filled in.
std::string self_contained_configuration(Configuration& configuration, const Formulations& formulations);

}  // namespace beltdyn
