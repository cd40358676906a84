// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/settings/study_members.hpp"

namespace beltdyn {

// The configuration as JSON text with every default filled in.
using ResolvedText = std::function<std::string(const Configuration&)>;

// Puts each run with each variant into `runs`, in the place of the run, and keeps the runs as declared_runs. Then `set`
// of each variant holds what distinguishes its drive from that of the file, in resolved form. Errors of the variants
// are added to `problems`; the configuration is sound but for them.
void expand_variants(Configuration& configuration, const config::JsonDocument& document, const PlainReader& read_plain,
                     const ResolvedText& resolved_text, std::vector<Problem>& problems);

}  // namespace beltdyn
