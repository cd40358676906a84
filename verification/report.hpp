// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "verification/verification_case.hpp"

namespace beltdyn::verification {

// The result of a verification case.
struct CaseResult {
  const VerificationCase* item = nullptr;
  std::vector<Measurement> measurements{};
  std::vector<Series> series{};
  std::string failure{};  // why the case ended early
  std::string skipped{};  // why the case was not run
};

// Numbers of cases by result.
struct Totals {
  int passed = 0;
  int failed = 0;
  int skipped = 0;  // cases without measurements
};
Totals count(const std::vector<CaseResult>& results);

// "12 passed, 0 failed", with ", 3 skipped" if there are any.
std::string summary(const Totals& totals);

// The text of verify.json: every case with claim, reference and measurements.
std::string json_report(const std::vector<CaseResult>& results);

// The first headline measurement of a case, described for readers who do not know the program.
struct FrontRow {
  std::string_view id;
  std::string_view quantity;
};
// The rows of the accuracy table in README.md: first exact solutions, then published data, then comparisons of
// formulations.
inline constexpr std::array<FrontRow, 18> kFrontRows{{
    {"oborin-2018/abel", "Abel equation: strain of the tight span after 0.5 s"},
    {"oborin-2018/dde/high-accuracy", "Delay equations: largest relative error in six problems"},
    {"oborin-2018/eulerian/midpoint-energy-order",
     "Eulerian contour, 50 elements on a pulley: strain of the tight span"},
    {"oborin-2018/lagrangian/section-3", "Lagrangian contour, 600 elements: strain of the tight span"},
    {"ale/moving-string", "Eulerian beam, moving string, 16 elements: first frequency [rad/s]"},
    {"flat-belts/steady", "24 flat belts drawn at random, mesh by default: worst error of the creep"},
    {"rope-drives/ale/emergency-stop", "A lift that is stopped by its brake: deceleration [m/s^2]"},
    {"conveyor/ale", "A conveyor with load, idlers and slope: driving force [N]"},
    {"ale/ntarladima/string-limit", "Eulerian beam towards a string on rigid pulleys: driven speed [rad/s]"},
    {"ale/static-hold", "A belt held by friction: creep in 100 000 steps [m]"},
    {"konyukhov-2021/cables", "Rope on a helix, cubic cables: ratio of the end forces"},
    {"konyukhov-2021/critical-friction", "Rope around a cone: critical friction coefficient"},
    {"friction/stick-slip/lugre", "LuGre friction: position of a pulled mass after 25 s [m]"},
    {"ntarladima-2023/paper/n240", "Belt drive as published, 240 elements: driven speed [rad/s]"},
    {"ntarladima-2023/published/n240", "The same: axial force against the data of the authors, of 660 N [N]"},
    {"ntarladima-2023/table-4", "Belt drive, Table 4: force of the tight span [N]"},
    {"kubas-2021/regression/case-1", "Belt of links, calibrated: top speed against an independent code [rad/s]"},
    {"cross/belt/stiff-contact", "Lagrangian against Eulerian beam, stiff contact: driven speed [rad/s]"},
}};

// Replaces the text between the marks <!-- accuracy:begin --> and <!-- accuracy:end --> of a Markdown file by the table
// of kFrontRows, and writes all headline measurements to docs/accuracy.md beside it. Throws IoError if the file cannot
// be read or has no marks.
void update_readme(const std::filesystem::path& file, const std::vector<CaseResult>& results);

}  // namespace beltdyn::verification
