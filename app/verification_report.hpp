// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "report/verification_page.hpp"

namespace beltdyn::app {

// Draws the pictures of the convergence studies below folder/figures and writes folder/index.html. Without gnuplot the
// page has their tables only. Throws IoError.
void write_verification_report(report::VerificationContent content, const std::filesystem::path& folder);

}  // namespace beltdyn::app
