// SPDX-License-Identifier: MIT
// Suggestions for misspelt words.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace beltdyn::config {

// The candidate that `word` was probably meant to be: it is at most two edits away, or one of the two contains the
// other. Empty if there is none.
std::string_view nearest(std::string_view word, std::span<const std::string> candidates);

// The end of a message about an unknown name: "did you mean "NAME"?", or `otherwise` if no candidate is near.
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates, std::string otherwise);

// All candidates that begin with `word` if there are several, else the nearest candidate, in quotes: "\"a\" or \"b\"".
// Empty if there is none.
std::string meant_by(std::string_view word, std::span<const std::string> candidates);

}  // namespace beltdyn::config
