// SPDX-License-Identifier: MIT
#include "analytic/belt/dense_history.hpp"

#include <algorithm>

namespace beltdyn::analytic {
namespace {

constexpr std::size_t kFirstPanels = 64;  // a power of two

// A polynomial and its derivative by ξ.
DenseValue polynomial(const double* c, double xi) {
  double value = c[DenseHistory::kCoefficients - 1];
  double slope = 0.0;
  for (std::size_t j = DenseHistory::kCoefficients - 1; j-- > 0;) {
    slope = slope * xi + value;
    value = value * xi + c[j];
  }
  return {value, slope};
}

}  // namespace

double* DenseHistory::next_place() {
  const std::size_t width = n_components_ * kCoefficients;
  if (end_ - first_ == panels_.size()) {
    std::vector<DensePanel> panels(std::max(kFirstPanels, 2 * panels_.size()));
    std::vector<double> all(panels.size() * width);
    for (std::size_t number = first_; number < end_; ++number) {
      const std::size_t there = number & (panels.size() - 1);
      panels[there] = panel(number);
      std::copy_n(place(number), width, all.begin() + static_cast<std::ptrdiff_t>(there * width));
    }
    panels_ = std::move(panels);
    coefficients_ = std::move(all);
  }
  return coefficients_.data() + (end_ & (panels_.size() - 1)) * width;
}

void DenseHistory::push_line(double start, std::span<const double> value, std::span<const double> rate) {
  double* c = next_place();
  for (std::size_t i = 0; i < n_components_; ++i, c += kCoefficients) {
    std::fill_n(c, kCoefficients, 0.0);
    c[0] = value[i];
    c[1] = rate[i];
  }
  panels_[end_ & (panels_.size() - 1)] = {.start = start, .length = 1.0, .end = start};
  ++end_;
}

void DenseHistory::push(DensePanel panel, std::span<const double> coefficients) {
  std::ranges::copy(coefficients, next_place());
  panels_[end_ & (panels_.size() - 1)] = panel;
  ++end_;
}

void DenseHistory::pop() { --end_; }

void DenseHistory::clear() { first_ = end_ = 0; }

void DenseHistory::keep_up_to(std::size_t number) { end_ = std::min(end_, number); }

void DenseHistory::forget_before(double time) {
  while (first_ + 1 < end_ && panel(first_).end < time) ++first_;
}

std::span<const double> DenseHistory::coefficients(std::size_t number) const {
  return {place(number), n_components_ * kCoefficients};
}

std::array<DenseValue, 2> DenseHistory::pair(std::size_t i, std::size_t j, double time, std::size_t& near) const {
  near = std::clamp(near, first_, end_ - 1);
  while (near > first_ && panel(near).start > time) --near;
  while (near + 1 < end_ && panel(near + 1).start <= time) ++near;
  const DensePanel& found = panel(near);
  const double* c = place(near);
  const double per_length = 1.0 / found.length;
  const double xi = (time - found.start) * per_length;
  DenseValue one = polynomial(c + i * kCoefficients, xi);
  DenseValue other = polynomial(c + j * kCoefficients, xi);
  one.rate *= per_length;
  other.rate *= per_length;
  return {one, other};
}

void DenseHistory::last_values(double time, std::span<double> x) const {
  const double xi = (time - last().start) / last().length;
  const double* c = place(end_ - 1);
  for (double& component : x) {
    component = polynomial(c, xi).value;
    c += kCoefficients;
  }
}

}  // namespace beltdyn::analytic
