// SPDX-License-Identifier: MIT
#include "analytic/belt/dynamics/arc_memory.hpp"

#include <algorithm>
#include <cmath>

namespace beltdyn::analytic {

bool ArcMemory::is_sound() const {
  if (std::abs(sign) != 1.0 || (has_entry_slip() && std::abs(entry_sign) != 1.0)) return false;
  if (is_whole) return stuck.empty() && !has_entry_slip();
  if (stuck.empty()) return entry_sign == -sign;
  if (!has_entry_slip() && !stuck.front().came_in) return false;
  return std::ranges::all_of(stuck, [](const StuckBelt& b) {
    return b.begin <= b.end && b.first <= b.last && (std::abs(b.sign) == 1.0 || b.sign == 0.0);
  });
}

}  // namespace beltdyn::analytic
