// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/settings/study_members.hpp"

namespace beltdyn {

// The configuration as JSON text with every default filled in.
using ResolvedText = std::function<std::string(const Configuration&)>;

// Replaces each run in `runs` by this run with each variant, and keeps the runs as declared_runs. Then `set` of each
// variant holds the differences between its drive and the drive of the file, in resolved form. Errors of the variants
// are added to `problems`. The rest of the configuration must be free of errors.
void expand_variants(Configuration& configuration, const config::JsonDocument& document, const PlainReader& read_plain,
                     const ResolvedText& resolved_text, std::vector<Problem>& problems);

}  // namespace beltdyn
