// SPDX-License-Identifier: MIT
// A belt of oscillators whose motion is known, for the tests of the stepper and of the equations of a belt.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <vector>

#include "core/dynamics/belt_system.hpp"
#include "core/numerics/solve/cyclic_block_tridiagonal_kernel.hpp"

namespace beltdyn::dynamics_test {

using numerics::kBlock;
using numerics::kBlockEntries;

constexpr int kNodes = 3;
constexpr double kFrequency = 10.0;  // of the linear oscillators [rad/s]
constexpr double kOffset = 0.01;     // initial displacement [m]
constexpr double kRounding = 1e-13;

struct Arrays {
  numerics::CyclicChainLayout layout{kNodes, 1};
  numerics::AlignedVector q = numerics::AlignedVector(layout.size_with_halo(kBlock));
  numerics::AlignedVector v = q;
  numerics::AlignedVector a = q;
  numerics::CyclicBlockTridiagonal matrix{layout};
  numerics::AlignedVector residual = q;
  std::vector<numerics::AlignedVector> column{q};
  std::vector<numerics::AlignedVector> row{q};
};

// Nodes without coupling: each component is an oscillator x'' + ω² (x + b x³) = 0 of unit mass, b in 1/m².
class Oscillators final : public BeltSystem {
 public:
  Oscillators(const BeltDrive& drive, double cubic) : BeltSystem(drive), cubic_(cubic) {
    for (int node = 0; node < kNodes; ++node) {
      for (int c = 0; c < kBlock; ++c) {
        const std::size_t at = arrays_->layout.at(node, kBlock, c);
        arrays_->q[at] = kOffset;
        arrays_->a[at] = force(kOffset);
      }
    }
  }

  BeltArraysView arrays_view() const override { return view_of(*arrays_); }
  void hold(bool on) override { set_held(on); }
  bool factorise() override {
    solver_.factorise();
    return true;
  }
  void solve(numerics::AlignedVector& rhs) override { solver_.solve(rhs); }

  double position() const { return arrays_->q[arrays_->layout.at(0, kBlock, 0)]; }

  double blocked_from = std::numeric_limits<double>::infinity();  // no residual beyond this time [s]
  double noise = 0.0;  // the range of a force that differs in each evaluation, as rounding does [N]

 private:
  double force(double x) const { return -kFrequency * kFrequency * (x + cubic_ * x * x * x); }
  bool assemble(const BeltStep& step, bool with_tangent) override {
    if (step.end > blocked_from) return false;
    // Multiples of the golden ratio return to no earlier value.
    phase_ = std::fmod(phase_ + std::numbers::phi, 1.0);
    Arrays& arrays = *arrays_;
    for (double& value : arrays.residual) value = 0.0;
    for (int node = 0; node < kNodes; ++node) {
      for (int c = 0; c < kBlock; ++c) {
        const std::size_t at = arrays.layout.at(node, kBlock, c);
        const double x = arrays.q[at];
        arrays.residual[at] = force(x) - (step.rates.acceleration == 0.0 ? 0.0 : arrays.a[at]) + noise * (phase_ - 0.5);
        if (!with_tangent) continue;
        arrays.matrix.diagonal[arrays.layout.at(node, kBlockEntries, c * kBlock + c)] =
            kFrequency * kFrequency * (1.0 + 3.0 * cubic_ * x * x) + step.rates.acceleration;
      }
    }
    return true;
  }
  double belt_residual_norm() const override {
    double norm = 0.0;
    for (const double value : arrays_->residual) norm = std::max(norm, std::abs(value));
    return norm;
  }
  // The load acts on the first component of each node.
  void add_load(const BeltLoad& load, double time) override {
    for (int node = 0; node < kNodes; ++node) {
      arrays_->residual[arrays_->layout.at(node, kBlock, 0)] += load(0.0, time).x();
    }
  }

  std::unique_ptr<Arrays> arrays_ = std::make_unique<Arrays>();
  numerics::CyclicBlockTridiagonalKernel<double> solver_{arrays_->matrix};
  double cubic_;
  double phase_{};
};

}  // namespace beltdyn::dynamics_test
