// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/settings/configuration.hpp"

namespace beltdyn {

// The configuration of a document of which only the runs of these names will be carried out; none: all of them. A run
// that is not selected and has errors is left out with a notice for each, unless a study, a sweep or an identification
// counts the runs. Throws ConfigError with all errors of the rest.
Configuration read_selected(config::JsonDocument document, const std::vector<std::string>& only,
                            const Formulations& formulations);

}  // namespace beltdyn
