// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/drive/any_drive.hpp"

namespace beltdyn {

// An error of a drive that shows only over the time of its runs, and its place: a pointer below /drive.
struct DriveMistake {
  std::string pointer;
  std::string message;
};

// All such errors up to end_time > 0 [s]
std::vector<DriveMistake> mistakes_over_time(const Drive& drive, double end_time);

}  // namespace beltdyn
