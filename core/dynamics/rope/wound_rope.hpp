// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

namespace beltdyn {

// The rope on a drum as a function of the paid-out natural length p. The rope that was wound up last comes off first;
// each piece comes off with the stretch with which it was wound up. The rope that was on the drum at the start has one
// stretch.
class WoundRope {
 public:
  // The state of the drum at a time.
  struct Mark {
    double time{};          // [s]
    double paid_out{};      // p [m]
    double rate{};          // dp/dt [m/s]
    double stretch{};       // λ of the rope at the drum [-]
    double stretch_rate{};  // dλ/dt [1/s]
  };

  explicit WoundRope(double stretch) : at_start_(stretch) {}

  // The stretch of the rope that comes off when p has been paid out. For a p that has come off already, that of the
  // next piece.
  double stretch_at(double paid_out) const;
  // ∫ λ dp of the rope that comes off between two values of p, from < to [m].
  double stretched_length(double from, double to) const;
  // Continues from one mark to the next; p and λ are cubics in time between them.
  void go_on(const Mark& from, const Mark& to);

  // The wound pieces as numbers, and back; take() returns false if the numbers are invalid.
  std::vector<double> numbers() const;
  bool take(std::span<const double> numbers);

 private:
  // A piece that was wound up between two marks and is still on the drum: the times from `begin` to `end`, in which p
  // decreases.
  struct Piece {
    Mark from, to;
    double begin{}, end{};  // [s]

    double paid_out(double time) const;
    double rate(double time) const;
    double stretch(double time) const;
    double time_of(double paid_out) const;
    double stretched_length(double from, double to) const;  // ∫ λ dp between two values of p within the piece [m]
  };
  // Drops the pieces that come off until p has been paid out.
  void drop(double paid_out);

  double at_start_;            // λ of the rope on the drum at the start [-]
  std::vector<Piece> pieces_;  // the last one is the outermost layer
};

}  // namespace beltdyn
