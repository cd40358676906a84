// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <vector>

#include "core/linear/linear_analysis.hpp"
#include "core/numerics/lanes/lane_matrix.hpp"
#include "core/numerics/modes/nonlinear_eigenvalues.hpp"
#include "eulerian/ale/span/open_span.hpp"

namespace beltdyn::eulerian::ale {

// Small motions of an OpenSpan about its steady motion, (K + s C + s² M) x = 0, along the belt and across it.
class LinearSpan final : public numerics::ComplexFamily {
 public:
  using Complex = std::complex<double>;

  explicit LinearSpan(const OpenSpan& span);

  int size() const override { return size_; }
  std::size_t n_lanes() const override { return numerics::kLuLanes; }
  std::vector<bool> factorise(std::span<const Complex> s, numerics::Digits digits) override;
  void solve(const Eigen::MatrixXcd& b, Eigen::MatrixXcd& x) const override { matrix_.solve(b, x); }
  double phase(int i) const override { return matrix_.phase_of_determinant(i); }
  Eigen::VectorXcd derivative(Complex s, const Eigen::VectorXcd& x) const override;
  void expand(std::span<const Complex> s, Delays) override;
  void multiply_expansion(std::span<const Complex>, const Eigen::MatrixXcd& x, const Eigen::MatrixXcd& z,
                          Eigen::MatrixXcd& y) const override {
    matrix_.multiply(x, z, y);
  }

 private:
  int size_;
  numerics::LaneMatrix matrix_;
};

// The modes of an OpenSpan, without inputs and outputs. The span must outlive the analysis and stay unchanged.
std::unique_ptr<LinearAnalysis> linear_analysis_of(const OpenSpan& span, const LinearOptions& options);

}  // namespace beltdyn::eulerian::ale
