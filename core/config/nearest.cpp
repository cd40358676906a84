// SPDX-License-Identifier: MIT
#include "core/config/nearest.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace beltdyn::config {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitution = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitution});
    }
  }
  return row.back();
}

}  // namespace

std::string_view nearest(std::string_view word, std::span<const std::string> candidates) {
  constexpr std::size_t kFarthest = 2;
  constexpr std::size_t kLongestWord = 100;
  if (word.size() > kLongestWord) return {};
  std::string_view best;
  std::size_t best_distance = kFarthest + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance && distance < candidate.size()) {
      best = candidate;
      best_distance = distance;
    }
  }
  if (!best.empty()) return best;
  // "elements" matches "elements_per_contact"; shorter parts would match by chance.
  constexpr std::size_t kShortestPart = 4;
  for (const std::string& candidate : candidates) {
    const bool is_part = candidate.find(word) != std::string::npos || word.find(candidate) != std::string_view::npos;
    if (is_part && std::min(word.size(), candidate.size()) >= kShortestPart) return candidate;
  }
  return {};
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates, std::string otherwise) {
  const std::string_view guess = nearest(word, candidates);
  return guess.empty() ? otherwise : fmt::format("did you mean \"{}\"?", guess);
}

std::string meant_by(std::string_view word, std::span<const std::string> candidates) {
  std::vector<std::string> begun;
  for (const std::string& option : candidates) {
    if (option.starts_with(word)) begun.push_back('"' + option + '"');
  }
  if (begun.size() > 1) return fmt::format("{}", fmt::join(begun, " or "));
  const std::string_view guess = nearest(word, candidates);
  return guess.empty() ? std::string() : fmt::format("\"{}\"", guess);
}

}  // namespace beltdyn::config
