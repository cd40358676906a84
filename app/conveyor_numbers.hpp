// SPDX-License-Identifier: MIT
#pragma once

#include "app/drive_numbers.hpp"

// Numbers and texts of the template of a conveyor.
namespace beltdyn::app {

void add_conveyor(Numbers& numbers);
// The parts of the file that depend on where the take-up is and on whether the conveyor starts or stops.
Texts conveyor_parts(const Numbers& numbers);
// The smallest distance of a take-up in the return run from head and tail [m].
double least_take_up_distance(const Numbers& numbers);

}  // namespace beltdyn::app
