// SPDX-License-Identifier: MIT
#pragma once

#include "report/page.hpp"

namespace beltdyn::app {

// Describes the machine on which the program runs, without timings.
report::MachineFacts this_machine();

}  // namespace beltdyn::app
