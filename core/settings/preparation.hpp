// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

namespace beltdyn {

// Receives the progress of the preparation of a simulation before its first step: steps done and total.
using PreparationObserver = std::function<void(long done, long all)>;

}  // namespace beltdyn
