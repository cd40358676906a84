// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

// Randomly drawn drives: pulleys, belts, speeds and loads vary over decades, so no one has selected them to suit the
// program.
namespace beltdyn::verification {

// The mount of the second pulley.
enum class Holder { nothing, slider, arm };

// The kinds of drives to draw from.
struct Variety {
  int most_pulleys{};
  Holder holder = Holder::nothing;  // mount of the second pulley
  bool is_rigid{};                  // rigid contact and stick; otherwise both have compliant layers
};

// The configuration of drive number `seed`, the same with every standard library. The belt is a string: it has no
// bending stiffness, and friction acts at the centre line. A drive with many pulleys may have no belt path.
std::string random_drive(std::uint64_t seed, const Variety& variety);
// A drive with rigid contact and two to six pulleys, with a slider, an arm or neither.
std::string random_rigid_drive(std::uint64_t seed);

// A flat belt on two pulleys, the first of which drives the second. The file gives only what such a drive has:
// material, thickness, pretension, friction, load. The belt is from 1/330 to 1/12 of a radius thick, and the load 30 to
// 85 % of what friction can transmit.
std::string random_flat_belt(std::uint64_t seed);

}  // namespace beltdyn::verification
