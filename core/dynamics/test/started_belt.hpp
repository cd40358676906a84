// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include <Eigen/Core>

#include "core/drive/belt/belt_drive.hpp"
#include "core/dynamics/belt_stepper.hpp"

namespace beltdyn::test {

// NaN if a number is NaN.
inline double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double apart = std::abs(a[i] - b[i]);
    if (!(apart <= largest || std::isnan(largest))) largest = apart;
  }
  return largest;
}

// The largest difference between the velocities of two belts after 20 steps of h from the same nodes. One belt has its
// full weight; the other has half of the gravity, and the other half as a load of ρ g per reference length.
template <class Belt, class Parameters>
double weight_less_load(const BeltDrive& drive, const Parameters& parameters, double h) {
  const auto velocities = [&](double gravity, double load) {
    BeltDrive light = drive;
    light.gravity = {0.0, 0.0};
    const BeltStepper::Nodes start = Belt(light, parameters).nodes();
    BeltDrive pulled = drive;
    pulled.gravity = {0.3 * gravity, gravity};
    Belt heavy(pulled, parameters);
    heavy.start_from(start);
    const Eigen::Vector2d force = drive.belt.mass_per_length * Eigen::Vector2d{0.3 * load, load};
    heavy.set_load([force](double, double) { return force; });
    for (int i = 0; i < 20; ++i) heavy.advance(h);
    return heavy.nodes().v;
  };
  const std::vector<double> whole = velocities(-9.81, 0.0);
  const std::vector<double> halves = velocities(-0.5 * 9.81, -0.5 * 9.81);
  return largest_difference(whole, halves);
}

// Two belts after some steps of h: `belt` began in its static equilibrium; `started` was moved elsewhere first and then
// restarted from the nodes of that equilibrium.
template <class Belt>
struct StartedPair {
  template <class Parameters>
  StartedPair(const BeltDrive& drive, const Parameters& parameters, double h)
      : belt(drive, parameters), started(drive, parameters) {
    for (int i = 0; i < 3; ++i) started.advance(h);
    started.start_from(belt.nodes());
    time_of_start = started.time();
    for (int i = 0; i < 5; ++i) {
      belt.advance(h);
      started.advance(h);
    }
  }

  Belt belt;
  Belt started;
  double time_of_start{};  // [s]
};

}  // namespace beltdyn::test
