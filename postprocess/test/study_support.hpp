// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "core/settings/configuration.hpp"
#include "postprocess/comparison.hpp"

namespace beltdyn::postprocess::test {

// A configuration with these runs and this study as JSON texts.
inline std::string study_text(const std::string& runs, const std::string& study) {
  return R"({
    "format": "beltdyn/1", "name": "case", "end_time": 2.0,
    "drive": {"type": "contour", "contour_length": 6.0, "contact_length": 1.0, "axial_stiffness": 1.0,
              "friction_force": 0.002,
              "surface_speed": [{"type": "constant", "value": 1.0}, {"type": "constant", "value": 0.999}]},
    "runs": [)" +
         runs + R"(],
    "study": )" +
         study + "}";
}

// Histories of runs, from CSV texts.
class StudyHistories {
 public:
  void add(const std::string& run, const std::string& text) {
    tables_.push_back(CsvTable::parse(run, text));
    runs_.push_back({.name = run, .model = "model", .is_reference = false, .history = &tables_.back()});
  }
  const std::vector<RunHistory>& runs() const { return runs_; }

 private:
  std::deque<CsvTable> tables_;
  std::vector<RunHistory> runs_;
};

}  // namespace beltdyn::postprocess::test
