// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/settings/configuration.hpp"
#include "postprocess/comparison.hpp"

namespace beltdyn::postprocess {

// A run that a study makes from a run of the file, with its history.
struct StudyMember {
  const RunConfig* config;
  const RunHistory* history;
};

// The history of a run; null if there is none.
const RunHistory* find_history(std::span<const RunHistory> histories, const std::string& run);

// The members that a study makes from a run of the file, in the order of the study's values. Members without a history
// have not finished; they are omitted with a remark.
std::vector<StudyMember> study_members(const Configuration& configuration, std::span<const RunHistory> histories,
                                       const std::string& run, std::vector<std::string>& remarks);

}  // namespace beltdyn::postprocess
