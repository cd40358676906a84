// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include "core/config/json_document.hpp"
#include "core/settings/configuration.hpp"

namespace beltdyn {

// Reads a document and ignores its study. Throws ConfigError.
using PlainReader = std::function<Configuration(const config::JsonDocument&)>;

// Replaces the varied runs in `runs` by the members of the study, and keeps them as declared_runs. Errors of the study
// are added to `problems`. The rest of the configuration must be free of errors.
void expand_study(Configuration& configuration, const config::JsonDocument& document, const PlainReader& read_plain,
                  std::vector<Problem>& problems);

}  // namespace beltdyn
