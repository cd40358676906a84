// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/linear/mode_shapes.hpp"

namespace beltdyn::report {

// The modes of a run to be played: the drive in its steady motion and displaced by one of them, without its decay.
struct ModePlayer {
  std::string id;     // unique on the page
  std::string title;  // the run
  ModeTable table;
};

// The player with its controls; numbers are rounded to a part in 65 535 of their range. Empty without modes, and of a
// belt of less than two points.
std::string html_of(const ModePlayer& player);

}  // namespace beltdyn::report
