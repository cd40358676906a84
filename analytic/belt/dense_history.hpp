// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <functional>

#include <Eigen/Core>

namespace beltdyn::analytic {

// The right-hand side of dx/dt = f(t, x).
using VectorRates = std::function<void(double time, const Eigen::VectorXd& x, Eigen::VectorXd& rate)>;

// The solution over one step: with ξ = (t − start)/length and η = 1 − ξ
//
//     x = c₀ + ξ (c₁ + η (c₂ + ξ (c₃ + η c₄))).
struct DensePanel {
  static constexpr std::size_t kCoefficients = 5;

  double start{};   // [s]
  double length{};  // [s]
  std::array<Eigen::VectorXd, kCoefficients> coefficients;

  double end() const { return start + length; }
  double value(Eigen::Index i, double time) const;
  double rate(Eigen::Index i, double time) const;
  Eigen::VectorXd values(double time) const;
};

// A component at a time.
struct DenseValue {
  double value{};
  double rate{};  // [1/s]
};

// A step of the Runge-Kutta pair of order 5(4) of Dormand and Prince with its continuous extension of order 4 ([Hairer,
// Norsett, Wanner 1993] Section II.5). With such a history a delay equation is solved with order 5.
struct DenseStep {
  DensePanel panel;
  Eigen::VectorXd end;
  double error{};  // the largest estimated error of a component over its scale
};
DenseStep dense_step(const VectorRates& rates, double time, const Eigen::VectorXd& x, const Eigen::VectorXd& rate,
                     double length, const Eigen::VectorXd& scale);

// A solution from its start on, as far back as it is needed; before the start it grows at given rates.
class DenseHistory {
 public:
  DenseHistory() = default;
  DenseHistory(double start, Eigen::VectorXd value, Eigen::VectorXd rate)
      : start_(start), value_(std::move(value)), rate_(std::move(rate)) {}

  void push(DensePanel panel) { panels_.push_back(std::move(panel)); }
  void clear() { panels_.clear(); }
  // What was before a time is not asked for any more.
  void forget_before(double time);
  // Takes back the last panels but so many.
  void keep_first(std::size_t n_panels);

  // Up to the end of the last panel, and a little beyond.
  double value(Eigen::Index i, double time) const;
  double rate(Eigen::Index i, double time) const;
  // Two components together. `near` is the number of a panel where the search begins, and becomes that of the one
  // found.
  std::array<DenseValue, 2> pair(Eigen::Index i, Eigen::Index j, double time, std::size_t& near) const;

  double start() const { return start_; }
  const std::deque<DensePanel>& panels() const { return panels_; }

 private:
  bool is_before_start(double time) const;
  const DensePanel* panel_at(double time) const;  // null before the start
  DenseValue in(const DensePanel* panel, Eigen::Index i, double time) const;

  double start_ = 0.0;
  Eigen::VectorXd value_;
  Eigen::VectorXd rate_;
  std::deque<DensePanel> panels_;
};

}  // namespace beltdyn::analytic
