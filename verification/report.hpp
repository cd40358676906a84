// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
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

// Cases whose first headline measurement stands for the program on the first screen of README.md: exact solutions, then
// published data, then formulation against formulation.
inline constexpr std::array<std::string_view, 18> kFrontCases{
    "oborin-2018/abel",
    "oborin-2018/dde/high-accuracy",
    "oborin-2018/eulerian/midpoint-energy-order",
    "oborin-2018/lagrangian/section-3",
    "ale/moving-string",
    "ale/moving-beam",
    "ale/energy",
    "ale/ntarladima/string-limit",
    "ale/static-hold",
    "konyukhov-2021/cables",
    "konyukhov-2021/critical-friction",
    "friction/gms/loop-area",
    "friction/stick-slip/lugre",
    "ntarladima-2023/paper/n240",
    "ntarladima-2023/published/n240",
    "ntarladima-2023/table-4",
    "kubas-2021/regression/case-1",
    "cross/belt/stiff-contact",
};

// Replaces what stands between the marks <!-- accuracy:begin --> and <!-- accuracy:end --> of a Markdown file by the
// table of kFrontCases, and one of all headline measurements folded away. Throws IoError if the file cannot be read or
// has no marks.
void update_readme(const std::filesystem::path& file, const std::vector<CaseResult>& results);

}  // namespace beltdyn::verification
