// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
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

// Call it before the number at `parameter` is set in the document of the configuration `base`. If the document leaves
// this number out, and the program chooses it as a count, the other counts that are left out are written as chosen:
// given in part, a mesh would be another one.
void keep_chosen_counts(const Configuration& base, const std::string& parameter, config::JsonDocument& document);

}  // namespace beltdyn
