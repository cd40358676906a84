// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/settings/configuration.hpp"

namespace beltdyn {

// Reads a document of which only the runs with these names will be computed; no names: all runs. A run with errors that
// is not selected is left out with a notice for each error, unless a study, a sweep or an identification refers to runs
// by index. Throws ConfigError with all other errors.
Configuration read_selected(config::JsonDocument document, const std::vector<std::string>& only,
                            const Formulations& formulations);

}  // namespace beltdyn
