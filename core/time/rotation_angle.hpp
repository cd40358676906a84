// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

namespace beltdyn {

// The rotation angle of a pulley whose angular velocity is prescribed in time and may depend on the angle itself:
//
//     dθ/dt = ω(t, θ),   θ(0) = 0
//
// θ is a Chebyshev polynomial on each of a sequence of short intervals (panels), found by Picard iteration to rounding.
// Panels are computed on demand, always in order from t = 0, so that θ does not depend on the order of evaluations.
// Threads may use it at the same time.
class RotationAngle {
 public:
  // `speed` returns ω at a time; if it needs θ there, it calls angle(). `next_kink` returns the first time in (t0, t1)
  // at which a derivative of ω jumps; t1 if there is none. `panel` is the length of an interval in which ω changes
  // smoothly [s], `fastest` a bound of |ω| [rad/s].
  RotationAngle(std::function<double(double time)> speed, std::function<double(double t0, double t1)> next_kink,
                double panel, double fastest);

  double angle(double time) const;                          // [rad]
  double speed(double time) const { return speed_(time); }  // [rad/s]
  double next_kink(double t0, double t1) const { return next_kink_(t0, t1); }
  double fastest() const { return fastest_; }
  double panel() const { return panel_; }  // [s]

 private:
  static constexpr std::size_t kNodes = 16;
  // c in θ = c₀/2 + Σ c_k T_k(x), with x from −1 at the start of the panel to 1 at its end
  using Coefficients = std::array<double, kNodes + 1>;
  // θ(t) in one interval.
  struct Panel {
    double begin{};        // [s]
    double end{};          // [s]
    Coefficients theta{};  // coefficients of θ [rad]

    double at(double time) const;
  };
  void add_panel() const;
  // Iterates on the last panel until it converges; false if it does not.
  bool iterate(double start) const;

  std::function<double(double)> speed_;
  std::function<double(double, double)> next_kink_;
  double panel_;
  double fastest_;
  mutable std::recursive_mutex mutex_;  // recursive: ω may call angle() while a panel is computed
  mutable std::vector<Panel> panels_;
};

}  // namespace beltdyn
