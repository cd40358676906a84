// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "core/drive/any_drive.hpp"
#include "core/run/history.hpp"

namespace beltdyn {

class BeltSimulation;
struct BeltRow;

// Adds span_sag_k [m] of each run with an idler_spacing: the largest sag between two idlers (SpanLoad::sag()) among the
// points of the belt on the span and its ends. The simulation must outlive the history.
void add_sag_columns(History& history, const BeltSimulation& simulation, const std::shared_ptr<const BeltRow>& row);

// The conclusion sag_ratio [-]: the largest sag of a run over its idler_spacing, doubtful above 2 %; empty without
// these columns.
std::vector<Conclusion> sag_conclusions(const BeltDrive& drive, const Summary& summary);

}  // namespace beltdyn
