// SPDX-License-Identifier: MIT
#include <vector>

#include "parts.hpp"

namespace parts {

// Names that occur elsewhere: Numbers, an alias in both; Weight, a class in second.cpp; kValue, a constant in
// first.cpp.
using Numbers = std::vector<int>;
static int Weight(const Numbers& numbers) { return static_cast<int>(numbers.size()); }

namespace {

const int kValue{100};

}  // namespace

int third() { return Weight({1, 2, 3}) * kValue; }

}  // namespace parts
