// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

#include "app/exhibits.hpp"
#include "report/verification_page.hpp"

namespace beltdyn::app {

// Runs the serpentine demonstration, which the page animates together with the drives of the papers, into a folder
// below `runs`; none if it fails. Throws IoError.
std::optional<PlayableRun> run_serpentine(const std::filesystem::path& runs, const Formulations& formulations);

// Adds the exhibits of the papers, the discrepancies and animations of runs to the page. `runs` is the folder with the
// results of the exhibits. Throws IoError, ConfigError.
void add_exhibits(report::VerificationContent& content, Exhibits exhibits, const std::filesystem::path& runs,
                  const Formulations& formulations);

// Draws the pictures of the convergence studies below folder/figures and writes folder/index.html and the pages that it
// links to, replacing those of an earlier verify. Without gnuplot the pages have tables of the studies only. Throws
// IoError.
void write_verification_report(report::VerificationContent content, const std::filesystem::path& folder);

}  // namespace beltdyn::app
