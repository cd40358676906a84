// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

namespace beltdyn {

// Is told how many steps of what a simulation computes before its first step are done, of how many.
using PreparationObserver = std::function<void(long done, long all)>;

}  // namespace beltdyn
