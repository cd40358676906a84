// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "verification/verification_case.hpp"

namespace beltdyn::verification {

// What came out of a case.
struct CaseResult {
  const VerificationCase* item = nullptr;
  std::vector<Measurement> measurements{};
  std::vector<Series> series{};
  std::string failure{};  // why the case could not be carried to its end
  std::string skipped{};  // why the case was not tried
};

struct Totals {
  int passed = 0;
  int failed = 0;
  int skipped = 0;  // cases, of which nothing was measured
};
Totals count(const std::vector<CaseResult>& results);

// "12 passed, 0 failed", and ", 3 skipped" if some were
std::string summary(const Totals& totals);

// verify.json: every case with claim, reference and measurements.
std::string json_report(const std::vector<CaseResult>& results);

// Replaces what stands between the marks <!-- accuracy:begin --> and <!-- accuracy:end --> of a Markdown file by the
// table of the headline measurements. Throws IoError if the file cannot be read or has no marks.
void update_readme(const std::filesystem::path& file, const std::vector<CaseResult>& results);

}  // namespace beltdyn::verification
