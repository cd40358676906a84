// SPDX-License-Identifier: MIT
#include "core/settings/near_misses.hpp"

#include <fmt/format.h>

#include "core/drive/belt/plausibility.hpp"
#include "core/settings/configuration.hpp"

namespace beltdyn {
namespace {

void doubt_interval(std::vector<std::string>& sentences, const char* key, double interval, double end_time) {
  if (interval <= end_time) return;
  sentences.push_back(
      fmt::format("output/{} is {:.4g} s, longer than the run of {:.4g} s, of which only begin and end are written; "
                  "times are in s: write \"{:.4g} ms\" for milliseconds",
                  key, interval, end_time, interval));
}

}  // namespace

std::vector<std::string> near_misses(const Configuration& configuration) {
  std::vector<std::string> sentences = configuration.notices;
  const auto add = [&](const std::vector<std::string>& found) {
    for (const std::string& sentence : found) sentences.push_back(configuration.name + ": " + sentence);
  };
  std::vector<std::string> doubts = implausibilities(*configuration.drive, configuration.end_time);
  const OutputOptions& output = configuration.output;
  doubt_interval(doubts, "history_interval", output.history_interval, configuration.end_time);
  doubt_interval(doubts, "profile_interval", output.profile_interval, configuration.end_time);
  add(doubts);
  return sentences;
}

}  // namespace beltdyn
