// SPDX-License-Identifier: MIT
// The response of a two-pulley drive to the speed of its driver, and its mode, for the tests of the linear string.
#pragma once

#include <array>
#include <cmath>
#include <complex>

namespace beltdyn::analytic::test {

// The drive of [Ntarladima 2023] as a massless string: ω₁ = 12 rad/s, M₂ = 25 + 2 ω₂, I₂ = 0.25 kg m². The numbers come
// from another program, which solves with the balance of both spans.
struct StringResponse {
  double frequency;                          // [Hz]
  std::complex<double> speed, tight, slack;  // of the driven pulley [1], forces of the spans [N s/rad]
};
inline constexpr std::array<StringResponse, 8> kStringResponses{{
    {0.2, {0.917745209, -0.011025699}, {11.8816970, 1.7258355}, {-6.5078455, -0.9368322}},
    {0.5, {0.923068495, -0.027861630}, {12.0658731, 4.3381237}, {-6.6143215, -2.3544067}},
    {1.0, {0.942589591, -0.057940871}, {12.7516806, 8.8484031}, {-7.0102443, -4.7989422}},
    {2.0, {1.029412375, -0.137051834}, {16.0119344, 19.2102251}, {-8.8819235, -10.3886818}},
    {5.0, {1.731305274, -2.262379522}, {137.1951063, 60.2708861}, {-75.1178713, -30.4579218}},
    {10.0, {-0.369355533, -0.069378257}, {2.7979663, -38.9375674}, {-0.7128342, 20.4682293}},
    {20.0, {-0.073299286, -0.007503057}, {0.5801691, -15.2508078}, {-0.3110000, 7.9269032}},
    {50.0, {-0.011002663, -0.000318237}, {0.0391143, -5.6786345}, {0.0092245, 2.9692019}},
}};
inline constexpr std::complex<double> kStringMode(-4.680234775, 34.807821307);  // root of its rotation [1/s]

inline bool near(std::complex<double> value, std::complex<double> reference, double bound) {
  return std::abs(value - reference) <= bound;
}

}  // namespace beltdyn::analytic::test
