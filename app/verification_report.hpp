// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

#include "app/exhibits.hpp"
#include "report/verification_page.hpp"

namespace beltdyn::app {

// Runs the serpentine demonstration, which the page plays with the drives of the papers, into a folder below `runs`;
// none if it fails. Throws IoError.
std::optional<PlayableRun> run_serpentine(const std::filesystem::path& runs, const Formulations& formulations);

// Adds the exhibits of the papers to the page, the discrepancies, and players of runs below `runs`, the folder that the
// exhibits have their results in. Throws IoError, ConfigError.
void add_exhibits(report::VerificationContent& content, Exhibits exhibits, const std::filesystem::path& runs,
                  const Formulations& formulations);

// Draws the pictures of the convergence studies below folder/figures and writes folder/index.html with the pages it
// leads to, in place of those of an earlier verify. Without gnuplot pages have the tables of studies only. Throws
// IoError.
void write_verification_report(report::VerificationContent content, const std::filesystem::path& folder);

}  // namespace beltdyn::app
