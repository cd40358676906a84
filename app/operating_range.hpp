// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "core/base/csv_table.hpp"
#include "core/base/json.hpp"
#include "core/drive/any_drive.hpp"
#include "plots/figures.hpp"

namespace beltdyn::app {

// The operating range for the figures of a run over the speed: the pulley of its Campbell diagram or order response,
// from the resolved configuration, and the range of its speeds in the run's history; none if the run has neither.
std::optional<plots::OperatingRange> operating_range(const Json& configuration, const std::string& run,
                                                     const Drive& drive, const CsvTable& history);

}  // namespace beltdyn::app
