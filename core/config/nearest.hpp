// SPDX-License-Identifier: MIT
// What a misspelt word was probably meant to be.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace beltdyn::config {

// The candidate that `word` was probably meant to be: at most two edits away, or one of the two a part of the other;
// an empty view if there is none.
std::string_view nearest(std::string_view word, std::span<const std::string> candidates);

// "did you mean "NAME"?", or `otherwise` if no candidate is near: how a message about an unknown name goes on.
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates, std::string otherwise);

// The candidates that begin with `word`, if there are several, else the nearest one, in quotes: "\"a\" or \"b\"". Empty
// if there is none.
std::string meant_by(std::string_view word, std::span<const std::string> candidates);

}  // namespace beltdyn::config
