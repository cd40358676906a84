// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

#include "core/drive/any_drive.hpp"
#include "core/linear/linear_options.hpp"

namespace beltdyn {

// A term of an order in the time functions of a drive: a speed or a torque oscillates as the real part of amplitude
// exp(i n θ), with θ = Ω t the angle of a pulley that turns at the speed Ω.
struct OrderTerm {
  LinearExcitation excitation{};
  std::size_t follows{};           // the pulley of θ
  double order{};                  // n > 0 [-]
  std::complex<double> amplitude;  // in the unit of the excitation
};

// The same drive with all order amplitudes 0: the mean of its time functions.
BeltDrive without_orders(const BeltDrive& drive);
bool has_orders(const BeltDrive& drive);

// The order terms of the speeds of prescribed pulleys and of torques on other pulleys and accessories, at a time and at
// the angular velocities ω of the pulleys [rad/s], shape (n_pulleys). Factors of an order take their values at that
// time. Products of two orders are neglected as small of second order.
std::vector<OrderTerm> order_terms(const BeltDrive& drive, double time, std::span<const double> speeds);

}  // namespace beltdyn
