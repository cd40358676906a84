// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/linear/mode_shapes.hpp"

namespace beltdyn::report {

// An animation of the modes of a run: the drive in its steady motion, displaced by one mode without its decay.
struct ModePlayer {
  std::string id;     // unique on the page
  std::string title;  // the run
  ModeTable table;
};

// The player with its controls; numbers are rounded to 1/65 535 of their range. Empty without modes or for a belt of
// fewer than two points.
std::string html_of(const ModePlayer& player);

}  // namespace beltdyn::report
