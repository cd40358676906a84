// SPDX-License-Identifier: MIT
#include "analytic/belt/dynamics/dense_history.hpp"

#include <algorithm>

#include <xsimd/xsimd.hpp>

namespace beltdyn::analytic {
namespace {

constexpr std::size_t kFirstPanels = 64;  // a power of two

// Even and odd powers are evaluated side by side.
using Two = xsimd::make_sized_batch_t<double, 2>;

Two two(const double* c) { return Two::load_unaligned(c); }

// A polynomial p with η = ξ²: p = e + ξ o, p′ = c₁ + ξ e + η o and p″ = e + ξ o, each with its own (e, o).
struct Halves {
  Two value, rate, bend;
  double first;  // c₁
};

constexpr std::array<double, 6> kOfRate{2.0, 3.0, 4.0, 5.0, 6.0, 7.0};
constexpr std::array<double, 6> kOfBend{2.0, 6.0, 12.0, 20.0, 30.0, 42.0};

Halves halves(const double* c, const Two& eta, const Two& eta2) {
  static_assert(DenseHistory::kCoefficients == 8);
  const Two c2 = two(c + 2);
  const Two c4 = two(c + 4);
  const Two c6 = two(c + 6);
  return {.value = two(c) + c2 * eta + (c4 + c6 * eta) * eta2,
          .rate = two(&kOfRate[0]) * c2 + two(&kOfRate[2]) * c4 * eta + two(&kOfRate[4]) * c6 * eta2,
          .bend = two(&kOfBend[0]) * c2 + two(&kOfBend[2]) * c4 * eta + two(&kOfBend[4]) * c6 * eta2,
          .first = c[1]};
}

void store(const Two& both, std::array<double, 2>& out) { both.store_unaligned(out.data()); }

// The value of a polynomial alone.
double value_of(const double* c, double xi) {
  const double xi2 = xi * xi;
  const Two sum = two(c) + two(c + 2) * Two(xi2) + (two(c + 4) + two(c + 6) * Two(xi2)) * Two(xi2 * xi2);
  return sum.get(0) + sum.get(1) * xi;
}

}  // namespace

double* DenseHistory::next_place() {
  const std::size_t width = n_components_ * kCoefficients;
  if (end_ - first_ == pieces_.size()) {
    std::vector<Piece> pieces(std::max(kFirstPanels, 2 * pieces_.size()));
    std::vector<double> all(pieces.size() * width);
    for (std::size_t number = first_; number < end_; ++number) {
      const std::size_t there = number & (pieces.size() - 1);
      pieces[there] = pieces_[number & mask_];
      std::copy_n(place(number), width, all.begin() + static_cast<std::ptrdiff_t>(there * width));
    }
    pieces_ = std::move(pieces);
    mask_ = pieces_.size() - 1;
    coefficients_ = std::move(all);
  }
  return coefficients_.data() + (end_ & mask_) * width;
}

void DenseHistory::push_line(double start, std::span<const double> value, std::span<const double> rate) {
  double* c = next_place();
  for (std::size_t i = 0; i < n_components_; ++i, c += kCoefficients) {
    std::fill_n(c, kCoefficients, 0.0);
    c[0] = value[i];
    c[1] = rate[i];
  }
  finish({.start = start, .length = 1.0, .end = start});
}

void DenseHistory::push(DensePanel panel, std::span<const double> coefficients) {
  std::ranges::copy(coefficients, next_place());
  finish(panel);
}

void DenseHistory::finish(const DensePanel& panel) {
  pieces_[end_ & mask_] = {.panel = panel, .per_length = 1.0 / panel.length};
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

std::size_t DenseHistory::number_at(double time, std::size_t near) const {
  near = std::clamp(near, first_, end_ - 1);
  while (near > first_ && panel(near).start > time) --near;
  while (near + 1 < end_ && panel(near + 1).start <= time) ++near;
  return near;
}

void DenseHistory::look(std::size_t i, std::size_t j, double time, std::size_t& near, DensePair& found) const {
  if (near < first_ || near >= end_ || panel(near).start > time || (near + 1 < end_ && panel(near + 1).start <= time)) {
    near = number_at(time, near);
  }
  const double* c = place(near);
  const double per_length = pieces_[near & mask_].per_length;
  const double xi = (time - panel(near).start) * per_length;
  const Two xis(xi);
  const Two eta(xi * xi);
  const Two eta2 = eta * eta;
  const Halves one = halves(c + i * kCoefficients, eta, eta2);
  const Halves other = halves(c + j * kCoefficients, eta, eta2);
  const Two first = xsimd::zip_lo(Two(one.first), Two(other.first));
  const Two scale(per_length);
  store(xsimd::zip_lo(one.value, other.value) + xsimd::zip_hi(one.value, other.value) * xis, found.value);
  store((first + xsimd::zip_lo(one.rate, other.rate) * xis + xsimd::zip_hi(one.rate, other.rate) * eta) * scale,
        found.rate);
  store((xsimd::zip_lo(one.bend, other.bend) + xsimd::zip_hi(one.bend, other.bend) * xis) * (scale * scale),
        found.bend);
}

DenseValue DenseHistory::at(std::size_t i, double time, std::size_t& near) const {
  DensePair found;
  look(i, i, time, near, found);
  return {.value = found.value[0], .rate = found.rate[0]};
}

void DenseHistory::last_values(double time, std::span<double> x) const {
  const double xi = (time - last().start) / last().length;
  const double* c = place(end_ - 1);
  for (double& component : x) {
    component = value_of(c, xi);
    c += kCoefficients;
  }
}

void DenseHistory::save(StateWriter& writer, const std::string& name) const {
  std::vector<double> all;
  for (std::size_t i = first_; i < end_; ++i) {
    all.insert(all.end(), {panel(i).start, panel(i).length, panel(i).end});
    const std::span<const double> c = coefficients(i);
    all.insert(all.end(), c.begin(), c.end());
  }
  writer.numbers(name, all);
}

void DenseHistory::restore(const StateReader& reader, const std::string& name) {
  constexpr std::size_t kTimes = 3;
  const std::vector<double>& all = reader.numbers(name);
  const std::size_t width = kTimes + kCoefficients * n_components_;
  require_sound_checkpoint(!all.empty() && all.size() % width == 0);
  for (std::size_t i = 0; i < all.size(); i += width) require_sound_checkpoint(all[i + 1] > 0.0);
  clear();
  for (std::size_t i = 0; i < all.size(); i += width) {
    push({.start = all[i], .length = all[i + 1], .end = all[i + 2]},
         std::span(all).subspan(i + kTimes, width - kTimes));
  }
}

}  // namespace beltdyn::analytic
