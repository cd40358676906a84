// SPDX-License-Identifier: MIT
#include <vector>

#include "parts.hpp"

namespace parts {
namespace {

using Numbers = std::vector<int>;

struct Weight {
  int value = 10;
};

int value_of(const Numbers& numbers) { return numbers.back() * Weight().value; }

}  // namespace

int second() { return value_of({1, 2}); }

}  // namespace parts
