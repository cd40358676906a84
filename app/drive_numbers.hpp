// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What templates of drives have besides the properties that they ask for.
namespace beltdyn::app {

// By names, in SI units.
using Numbers = std::map<std::string, double, std::less<>>;
// What stands for what; the text of one may hold others that come later.
using Texts = std::vector<std::pair<std::string, std::string>>;

// Adds the numbers of a kind of drive that follow from its properties, which are there.
void add_derived(std::string_view kind, Numbers& numbers);

// The parts of the file of a kind of drive that these numbers ask for.
Texts template_parts(std::string_view kind, const Numbers& numbers);

// The deceleration at which the brake stops the car, < 0 if it does not [m/s²].
double braking(const Numbers& numbers);

}  // namespace beltdyn::app
