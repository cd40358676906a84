// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

namespace beltdyn {

// The rotation angle of a pulley whose angular velocity is given in time and may depend on the angle itself:
//
//     dθ/dt = ω(t, θ),   θ(0) = 0
//
// θ is a Chebyshev polynomial in each of a row of short intervals, found by Picard's iteration to rounding. They are
// found when they are asked for, always from t = 0 on, so that θ does not depend on who asked before. Threads may ask
// at the same time.
class RotationAngle {
 public:
  // `speed` gives ω at a time; what it needs of θ there it asks of angle(). `next_kink` gives the first time in (t0,
  // t1) at which a derivative of ω jumps, t1 if there is none. `panel` is an interval in which ω changes smoothly [s],
  // `fastest` a bound of |ω| [rad/s].
  RotationAngle(std::function<double(double time)> speed, std::function<double(double t0, double t1)> next_kink,
                double panel, double fastest);

  double angle(double time) const;                          // [rad]
  double speed(double time) const { return speed_(time); }  // [rad/s]
  double next_kink(double t0, double t1) const { return next_kink_(t0, t1); }
  double fastest() const { return fastest_; }
  double panel() const { return panel_; }  // [s]

 private:
  static constexpr std::size_t kNodes = 16;
  // c of θ = c₀/2 + Σ c_k T_k(x), x from −1 at the begin to 1 at the end
  using Coefficients = std::array<double, kNodes + 1>;
  struct Panel {
    double begin{};
    double end{};
    Coefficients theta{};

    double at(double time) const;
  };
  void add_panel() const;
  // Improves the last panel until it stays; false if it does not.
  bool iterate(double start) const;

  std::function<double(double)> speed_;
  std::function<double(double, double)> next_kink_;
  double panel_;
  double fastest_;
  mutable std::recursive_mutex mutex_;  // ω asks for the angle while a panel is found
  mutable std::vector<Panel> panels_;
};

}  // namespace beltdyn
