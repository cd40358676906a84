// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/run/state_archive.hpp"

namespace beltdyn::analytic {

// A component at a time, with its rate.
struct DenseValue {
  double value{};
  double rate{};  // [1/s]
};

// Two components at a time, with their rates and second derivatives.
struct DensePair {
  std::array<double, 2> value{};
  std::array<double, 2> rate{};  // [1/s]
  std::array<double, 2> bend{};  // [1/s²]
};

// A part of a solution: each component is Σ c_j ξ^j with ξ = (t − start)/length.
struct DensePanel {
  double start{};   // [s]
  double length{};  // [s]
  double end{};     // end of validity, start + length or earlier [s]
};

// A solution in panels, kept as far back as needed. The first panel extends backwards without limit, the last panel
// forwards. Panels lie in a ring buffer, which allocates nothing once it is long enough.
class DenseHistory {
 public:
  static constexpr std::size_t kCoefficients = 8;  // c_0 to c_7

  explicit DenseHistory(std::size_t n_components = 0) : n_components_(n_components) {}

  // Adds a panel in which all components are linear in time.
  void push_line(double start, std::span<const double> value, std::span<const double> rate);
  // Adds a panel with these coefficients, shape (n_components, kCoefficients).
  void push(DensePanel panel, std::span<const double> coefficients);
  void pop();
  void clear();
  // Removes the panels from this number on.
  void keep_up_to(std::size_t number);
  // Releases panels before a time, which are not needed any more.
  void forget_before(double time);

  // Panels keep their numbers: first() <= number < end().
  std::size_t first() const { return first_; }
  std::size_t end() const { return end_; }
  const DensePanel& panel(std::size_t number) const { return pieces_[number & mask_].panel; }
  std::span<const double> coefficients(std::size_t number) const;
  const DensePanel& last() const { return panel(end_ - 1); }
  void shorten_last(double end) { pieces_[(end_ - 1) & mask_].panel.end = end; }

  // `near`: number of the panel where the search begins; set to the panel found.
  DenseValue at(std::size_t i, double time, std::size_t& near) const;
  // Two components at once.
  void look(std::size_t i, std::size_t j, double time, std::size_t& near, DensePair& found) const;
  // All components by the last panel.
  void last_values(double time, std::span<double> x) const;

  // All panels, as numbers under a name. restore() throws IoError if the number of components differs.
  void save(StateWriter& writer, const std::string& name) const;
  void restore(const StateReader& reader, const std::string& name);

 private:
  struct Piece {
    DensePanel panel;
    double per_length{};  // 1 over its length [1/s]
  };

  // The number of the panel with a time; the search begins at `near`.
  std::size_t number_at(double time, std::size_t near) const;
  double* next_place();
  void finish(const DensePanel& panel);
  const double* place(std::size_t number) const {
    return coefficients_.data() + (number & mask_) * n_components_ * kCoefficients;
  }

  std::size_t n_components_{};
  std::size_t first_ = 0;
  std::size_t end_ = 0;
  std::vector<Piece> pieces_;  // ring buffer, its size a power of two
  std::size_t mask_ = 0;       // size of the ring minus one
  std::vector<double> coefficients_;
};

}  // namespace beltdyn::analytic
