// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/drive/any_drive.hpp"

namespace beltdyn {

// What is wrong with a drive over the time of its runs, and where: pointers below /drive.
struct DriveMistake {
  std::string pointer;
  std::string message;
};

// end_time > 0 [s]
std::vector<DriveMistake> mistakes_over_time(const Drive& drive, double end_time);

}  // namespace beltdyn
