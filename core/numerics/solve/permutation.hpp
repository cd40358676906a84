// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace beltdyn::numerics {

// Does a permutation consist of an odd number of exchanges? A cycle of length m takes m − 1.
inline bool is_odd(std::span<const int> permutation) {
  std::vector<bool> seen(permutation.size(), false);
  bool odd = false;
  for (std::size_t start = 0; start < permutation.size(); ++start) {
    for (std::size_t k = start; !seen[k]; k = static_cast<std::size_t>(permutation[k])) {
      seen[k] = true;
      if (static_cast<std::size_t>(permutation[k]) != start) odd = !odd;
    }
  }
  return odd;
}

}  // namespace beltdyn::numerics
