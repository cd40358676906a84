// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

// Drives that nobody has chosen: their pulleys, belts, speeds and loads are drawn at random over decades.
namespace beltdyn::verification {

// What holds the axis of the second pulley.
enum class Holder { nothing, slider, arm };

// What drives are drawn from.
struct Variety {
  int most_pulleys{};
  Holder holder = Holder::nothing;  // in every third drive
  bool is_rigid{};                  // contact and stick; otherwise both have layers
};

// The configuration of drive number `seed`, the same with every standard library. The belt is a string: no bending,
// friction at the centre line. A drive of many pulleys may have no belt path.
std::string random_drive(std::uint64_t seed, const Variety& variety);
// With rigid contact, of two to six pulleys, a slider, an arm or neither.
std::string random_rigid_drive(std::uint64_t seed);

}  // namespace beltdyn::verification
