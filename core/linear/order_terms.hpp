// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

#include "core/drive/any_drive.hpp"
#include "core/linear/linear_options.hpp"

namespace beltdyn {

// One of the orders in the time functions of a drive: a speed or a torque oscillates as the real part of
// amplitude exp(i n θ), θ = Ω t the angle of a pulley that turns at the speed Ω.
struct OrderTerm {
  LinearExcitation excitation{};
  std::size_t follows{};           // the pulley of θ
  double order{};                  // n > 0 [-]
  std::complex<double> amplitude;  // in the unit of the excitation
};

// The same drive with the amplitudes of all orders 0: what its time functions oscillate about.
BeltDrive without_orders(const BeltDrive& drive);
bool has_orders(const BeltDrive& drive);

// The orders of the speeds of prescribed pulleys and of torques on others and on accessories, at a time and at the
// speeds ω of the pulleys [rad/s], shape (n_pulleys). Factors beside them have their values of that time; products of
// two orders, which are small of second order, are left out.
std::vector<OrderTerm> order_terms(const BeltDrive& drive, double time, std::span<const double> speeds);

}  // namespace beltdyn
