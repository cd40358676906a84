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

}  // namespace beltdyn::verification
