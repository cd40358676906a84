// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

namespace beltdyn {

// How a drive begins at t = 0.
//   rest     the belt is at rest on its pulleys, in equilibrium without friction
//   running  the steady motion at the speeds and torques of t = 0
//   held     like rest, but the mounts are held where they are drawn and let go at t = 0
enum class InitialState { rest, running, held };
inline constexpr std::array<std::string_view, 3> kInitialStateNames{"rest", "running", "held"};

}  // namespace beltdyn
