// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/run/state_archive.hpp"

namespace beltdyn::analytic {

// A component at a time.
struct DenseValue {
  double value{};
  double rate{};  // [1/s]
};

// Two components at a time, with their rates and second derivatives.
struct DensePair {
  std::array<double, 2> value;
  std::array<double, 2> rate;  // [1/s]
  std::array<double, 2> bend;  // [1/s²]
};

// A part of a solution: with ξ = (t − start)/length each component is Σ c_j ξ^j.
struct DensePanel {
  double start{};   // [s]
  double length{};  // [s]
  double end{};     // up to where it holds, start + length or earlier [s]
};

// A solution in panels, as far back as needed. The first one extends back without limit, the last one
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
  const DensePanel& panel(std::size_t number) const { return pieces_[number & mask_].panel; }
  std::span<const double> coefficients(std::size_t number) const;
  const DensePanel& last() const { return panel(end_ - 1); }
  void shorten_last(double end) { pieces_[(end_ - 1) & mask_].panel.end = end; }

  // `near` is the number of a panel where the search begins, and becomes that of the one found.
  DenseValue at(std::size_t i, double time, std::size_t& near) const;
  // Two components at once.
  void look(std::size_t i, std::size_t j, double time, std::size_t& near, DensePair& found) const;
  // All components by the last panel.
  void last_values(double time, std::span<double> x) const;

  // All panels, as numbers of a name. Restoring throws IoError if they are none of as many components.
  void save(StateWriter& writer, const std::string& name) const;
  void restore(const StateReader& reader, const std::string& name);

 private:
  struct Piece {
    DensePanel panel;
    double per_length{};  // 1 over its length [1/s]
  };

  // Of the panel with a time, from `near` on.
  std::size_t number_at(double time, std::size_t near) const;
  double* next_place();
  void finish(const DensePanel& panel);
  const double* place(std::size_t number) const {
    return coefficients_.data() + (number & mask_) * n_components_ * kCoefficients;
  }

  std::size_t n_components_{};
  std::size_t first_ = 0;
  std::size_t end_ = 0;
  std::vector<Piece> pieces_;  // the ring, a power of two of them
  std::size_t mask_ = 0;       // their number less one
  std::vector<double> coefficients_;
};

}  // namespace beltdyn::analytic
