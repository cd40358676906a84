// SPDX-License-Identifier: MIT
#include "postprocess/study_members.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace beltdyn::postprocess {

const RunHistory* find_history(std::span<const RunHistory> histories, const std::string& run) {
  const auto found = std::ranges::find(histories, run, &RunHistory::name);
  return found == histories.end() ? nullptr : &*found;
}

std::vector<StudyMember> study_members(const Configuration& configuration, std::span<const RunHistory> histories,
                                       const std::string& run, std::vector<std::string>& remarks) {
  std::vector<StudyMember> members;
  std::vector<std::string> missing;
  for (const RunConfig& member : configuration.runs) {
    if (member.member_of != run) continue;
    if (const RunHistory* history = find_history(histories, member.name)) {
      members.push_back({&member, history});
    } else {
      missing.push_back(member.name);
    }
  }
  if (!missing.empty()) {
    remarks.push_back(fmt::format("{} {} no complete result and {} omitted", fmt::join(missing, ", "),
                                  missing.size() == 1 ? "has" : "have", missing.size() == 1 ? "is" : "are"));
  }
  return members;
}

}  // namespace beltdyn::postprocess
