// SPDX-License-Identifier: MIT
#include "core/linear/order_terms.hpp"

#include <algorithm>
#include <functional>

#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn {
namespace {

using Orders = TimeFunction::Orders;

// An order that is independent of any angle: its value is its amplitude at all times.
Orders unbound(double amplitude) { return {.order = {1.0}, .amplitude = {amplitude}, .phase = {0.0}}; }

void for_each_orders(Pulley& pulley, const std::function<void(Orders&)>& change) {
  if (auto* motion = std::get_if<PrescribedMotion>(&pulley.motion)) motion->angular_velocity.for_each_orders(change);
  if (auto* torques = std::get_if<TorqueMotion>(&pulley.motion)) {
    for (PulleyTorque& torque : torques->torques) torque.for_each_orders(change);
  }
  if (pulley.accessory) pulley.accessory->for_each_orders(change);
}

// An excited quantity and its value.
struct Carrier {
  LinearQuantity quantity;
  double value{};
};
std::vector<Carrier> carriers_of(const Pulley& pulley, double time, double speed) {
  std::vector<Carrier> carriers;
  if (const auto* motion = std::get_if<PrescribedMotion>(&pulley.motion)) {
    carriers.push_back({LinearQuantity::speed, motion->angular_velocity.value(time)});
  } else {
    carriers.push_back({LinearQuantity::torque, pulley.moment(time, speed)});
  }
  if (pulley.accessory) carriers.push_back({LinearQuantity::accessory_torque, pulley.accessory->moment(time, speed)});
  return carriers;
}

}  // namespace

BeltDrive without_orders(const BeltDrive& drive) {
  BeltDrive mean = drive;
  for (Pulley& pulley : mean.pulleys) {
    for_each_orders(pulley, [](Orders& orders) { orders = unbound(0.0); });
  }
  return mean;
}

bool has_orders(const BeltDrive& drive) {
  bool has = false;
  for (Pulley pulley : drive.pulleys) {
    for_each_orders(pulley, [&has](Orders& orders) {
      has = has || std::ranges::any_of(orders.amplitude, [](double a) { return a != 0.0; });
    });
  }
  return has;
}

std::vector<OrderTerm> order_terms(const BeltDrive& drive, double time, std::span<const double> speeds) {
  std::vector<OrderTerm> terms;
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    std::vector<Orders> all;
    Pulley mean = drive.pulleys[p];
    for_each_orders(mean, [&all](Orders& orders) {
      all.push_back(orders);
      orders = unbound(0.0);
    });
    const std::vector<Carrier> without = carriers_of(mean, time, speeds[p]);
    for (std::size_t k = 0; k < all.size(); ++k) {
      // The change by a unit amplitude of these orders alone.
      Pulley with = drive.pulleys[p];
      std::size_t i = 0;
      for_each_orders(with, [&i, k](Orders& orders) { orders = unbound(i++ == k ? 1.0 : 0.0); });
      const std::vector<Carrier> carriers = carriers_of(with, time, speeds[p]);
      for (std::size_t c = 0; c < carriers.size(); ++c) {
        const double gain = carriers[c].value - without[c].value;
        if (gain == 0.0) continue;
        for (std::size_t j = 0; j < all[k].order.size(); ++j) {
          if (all[k].amplitude[j] == 0.0) continue;
          terms.push_back({.excitation = {.pulley = p, .quantity = carriers[c].quantity},
                           .follows = static_cast<std::size_t>(all[k].pulley - 1),
                           .order = all[k].order[j],
                           .amplitude = gain * std::polar(all[k].amplitude[j], all[k].phase[j])});
        }
      }
    }
  }
  return terms;
}

}  // namespace beltdyn
