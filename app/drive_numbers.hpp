// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Numbers and texts of drive templates that follow from the properties given by the user.
namespace beltdyn::app {

// Numbers by name, in SI units.
using Numbers = std::map<std::string, double, std::less<>>;
// Placeholders and their replacements; a replacement may contain placeholders that come later in the list.
using Texts = std::vector<std::pair<std::string, std::string>>;

// Adds the numbers of a kind of drive that follow from its properties, which `numbers` must contain.
void add_derived(std::string_view kind, Numbers& numbers);

// The optional parts of the file of a kind of drive for these numbers.
Texts template_parts(std::string_view kind, const Numbers& numbers);

// The largest difference of the weights on both sides of the sheave from the begin of a stop to the end of the travel
// [N].
double largest_imbalance(const Numbers& numbers);

// The deceleration of the car by the brake against this difference [m/s²]; < 0 if the brake does not stop it.
double braking(const Numbers& numbers);

// The brake moment that stops the lift, without slip, just before a body reaches the sheave [N m]; infinite if it does
// so before the brake is closed. Work and energy, with the mean brake moment while the brake closes.
double least_brake(const Numbers& numbers);

}  // namespace beltdyn::app
