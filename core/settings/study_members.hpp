// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include "core/config/json_document.hpp"
#include "core/settings/configuration.hpp"

namespace beltdyn {

// Reads a document without looking at its study. Throws ConfigError.
using PlainReader = std::function<Configuration(const config::JsonDocument&)>;

// Puts the members of the study into `runs`, in the place of those that it varies, and keeps these as declared_runs.
// Errors of the study are added to `problems`; the configuration is sound but for them.
void expand_study(Configuration& configuration, const config::JsonDocument& document, const PlainReader& read_plain,
                  std::vector<Problem>& problems);

}  // namespace beltdyn
