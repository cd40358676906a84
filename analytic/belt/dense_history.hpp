// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace beltdyn::analytic {

// A component at a time.
struct DenseValue {
  double value{};
  double rate{};  // [1/s]
};

// A part of a solution: with ξ = (t − start)/length each component is Σ c_j ξ^j.
struct DensePanel {
  double start{};   // [s]
  double length{};  // [s]
  double end{};     // up to where it holds, start + length or earlier [s]
};

// A solution in panels, as far back as it is needed. The first one reaches back as far as it is asked for, the last one
// ahead. Panels lie in a ring, so that none allocates once it is long enough.
class DenseHistory {
 public:
  static constexpr std::size_t kCoefficients = 8;  // c_0 to c_7

  explicit DenseHistory(std::size_t n_components = 0) : n_components_(n_components) {}

  // A panel in which all components grow linearly.
  void push_line(double start, std::span<const double> value, std::span<const double> rate);
  // One with these coefficients, shape (n_components, kCoefficients).
  void push(DensePanel panel, std::span<const double> coefficients);
  void pop();
  void clear();
  // Takes back the last panels but these.
  void keep_up_to(std::size_t number);
  // What was before a time is not asked for any more.
  void forget_before(double time);

  // Panels have numbers, which they keep: first() <= number < end().
  std::size_t first() const { return first_; }
  std::size_t end() const { return end_; }
  const DensePanel& panel(std::size_t number) const { return panels_[number & (panels_.size() - 1)]; }
  std::span<const double> coefficients(std::size_t number) const;
  const DensePanel& last() const { return panel(end_ - 1); }
  void shorten_last(double end) { panels_[(end_ - 1) & (panels_.size() - 1)].end = end; }

  // `near` is the number of a panel where the search begins, and becomes that of the one found.
  DenseValue at(std::size_t i, double time, std::size_t& near) const { return pair(i, i, time, near)[0]; }
  // Two components at once.
  std::array<DenseValue, 2> pair(std::size_t i, std::size_t j, double time, std::size_t& near) const;
  // All components by the last panel.
  void last_values(double time, std::span<double> x) const;

 private:
  double* next_place();
  const double* place(std::size_t number) const {
    return coefficients_.data() + (number & (panels_.size() - 1)) * n_components_ * kCoefficients;
  }

  std::size_t n_components_{};
  std::size_t first_ = 0;
  std::size_t end_ = 0;
  std::vector<DensePanel> panels_;  // the ring, a power of two of them
  std::vector<double> coefficients_;
};

}  // namespace beltdyn::analytic
