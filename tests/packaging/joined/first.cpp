// SPDX-License-Identifier: MIT
#include <vector>

#include "parts.hpp"

namespace parts {
namespace {

using Numbers = std::vector<int>;

constexpr int kValue = 1;

// The same name and signature as in second.cpp.
int value_of(const Numbers& numbers) { return numbers.front() * kValue; }

}  // namespace

int first() { return value_of({1, 2}); }

}  // namespace parts
