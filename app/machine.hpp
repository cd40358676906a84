// SPDX-License-Identifier: MIT
#pragma once

#include "report/page.hpp"

namespace beltdyn::app {

// The machine that the program runs on, without its timings.
report::MachineFacts this_machine();

}  // namespace beltdyn::app
