// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

namespace beltdyn {

// The rope on a drum by the natural length p that has been paid out: what was wound up last comes off first, and each
// piece with the stretch that it had then. Beyond what has been wound up since the start all has one stretch.
class WoundRope {
 public:
  // The drum at a time.
  struct Mark {
    double time{};          // [s]
    double paid_out{};      // p [m]
    double rate{};          // dp/dt [m/s]
    double stretch{};       // λ of the rope at the drum
    double stretch_rate{};  // [1/s]
  };

  explicit WoundRope(double stretch) : at_start_(stretch) {}

  // Of what comes off when p has been paid out. Where that has come off already it is that of the next piece.
  double stretch_at(double paid_out) const;
  // ∫ λ dp of what comes off from one p up to a larger one [m].
  double stretched_length(double from, double to) const;
  // Goes on from a mark to the next one; between them p and λ are cubics in time.
  void go_on(const Mark& from, const Mark& to);

  // As numbers, and back; false if they are none of a drum.
  std::vector<double> numbers() const;
  bool take(std::span<const double> numbers);

 private:
  // What was wound up between two marks and is still there: that of the times from `begin` to `end`, in which p falls.
  struct Piece {
    Mark from, to;
    double begin{}, end{};

    double paid_out(double time) const;
    double rate(double time) const;
    double stretch(double time) const;
    double time_of(double paid_out) const;
    double stretched_length(double from, double to) const;  // ∫ λ dp between two p that it has
  };
  // Drops what comes off until p has been paid out.
  void drop(double paid_out);

  double at_start_;
  std::vector<Piece> pieces_;  // the last one is outermost
};

}  // namespace beltdyn
