// SPDX-License-Identifier: MIT
#include "core/drive/pulley/bound_orders.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "core/drive/pulley/pulley_list.hpp"
#include "core/time/rotation_angle.hpp"

namespace beltdyn {
namespace {

using Orders = TimeFunction::Orders;

// The phase by which the fastest wave advances in one panel of a RotationAngle [rad].
constexpr double kAnglePerPanel = 1.0;
// The panel for a pulley at rest, where any length is suitable [s].
constexpr double kRestPanel = 1.0;
// Faster waves, beyond some 160 kHz, are a mistake in the input, and their angles would exhaust the memory [rad/s].
constexpr double kFastestWave = 1e6;

// Carries out bind_orders() for a list of pulleys.
class OrdersBinding {
 public:
  explicit OrdersBinding(std::vector<Pulley>& pulleys)
      : pulleys_(pulleys), turns_(pulleys.size()), is_open_(pulleys.size()) {}

  std::vector<OrdersProblem> bind() {
    for (std::size_t p = 0; p < pulleys_.size(); ++p) {
      asking_ = p;
      Pulley& pulley = pulleys_[p];
      const auto bind_one = [this, p](Orders& orders) {
        const std::optional<std::size_t> target = target_of(orders);
        if (!target) return;
        std::shared_ptr<const RotationAngle> turn = turn_of(*target);
        if (!turn || !is_slow_enough(orders, turn->fastest())) return;
        orders = combined::bound_to(std::move(orders), std::move(turn), *target == p);
      };
      if (auto* motion = std::get_if<PrescribedMotion>(&pulley.motion))
        motion->angular_velocity.for_each_orders(bind_one);
      if (pulley.accessory) pulley.accessory->for_each_orders(bind_one);
      auto* torques = std::get_if<TorqueMotion>(&pulley.motion);
      if (torques == nullptr) continue;
      for (PulleyTorque& torque : torques->torques) torque.for_each_orders(bind_one);
    }
    return std::move(problems_);
  }

 private:
  bool is_prescribed(std::size_t pulley) const { return pulleys_[pulley].is_prescribed(); }
  // Reports each problem once, even if it affects both a motion and its angle.
  void report(const std::string& message) {
    const bool is_known = std::ranges::any_of(problems_, [&](const OrdersProblem& problem) {
      return problem.pulley == asking_ && problem.message == message;
    });
    if (!is_known) problems_.push_back({.pulley = asking_, .message = message});
  }

  // Are the waves slow enough on a pulley that turns at most with `fastest` [rad/s]? Reports a problem if not.
  bool is_slow_enough(const Orders& orders, double fastest) {
    const double wave = std::ranges::max(orders.order) * fastest;
    if (wave <= kFastestWave) return true;
    report(fmt::format(
        "orders of pulley {}, which turns at up to {:.3g} rad/s, oscillate at {:.3g} rad/s; give orders and "
        "speeds whose product is at most {:.0e} rad/s",
        orders.pulley, fastest, wave, kFastestWave));
    return false;
  }

  // The pulley whose angle the orders follow. Reports a problem and returns nothing if there is no such angle.
  std::optional<std::size_t> target_of(Orders& orders) {
    if (!orders.name.empty()) orders.pulley = pulley_number(pulleys_, orders.name);
    if (const std::string missing = missing_pulley(pulleys_, orders.pulley, orders.name); !missing.empty()) {
      report(
          fmt::format("orders follow the angle of pulley {}: {}", given_pulley(orders.pulley, orders.name), missing));
      return std::nullopt;
    }
    const auto target = static_cast<std::size_t>(orders.pulley - 1);
    if (!is_prescribed(target)) {
      report(fmt::format(
          "orders follow the angle of pulley {}, whose motion is not prescribed; name a pulley of prescribed motion",
          orders.pulley));
      return std::nullopt;
    }
    return target;
  }

  // The rotation angle of a prescribed pulley. Reports a problem and returns null if the angle depends on itself
  // through the angle of another pulley.
  std::shared_ptr<const RotationAngle> turn_of(std::size_t pulley) {
    if (turns_[pulley]) return turns_[pulley];
    if (is_open_[pulley]) {
      report(
          fmt::format("orders of pulleys follow each other's angles in a cycle that includes pulley {}; let one of "
                      "them follow its own angle",
                      pulley + 1));
      return nullptr;
    }
    is_open_[pulley] = true;
    // The angle owns `speed`. Orders in `speed` that follow this same angle refer to it without owning it, as ownership
    // would be cyclic.
    const auto speed = std::make_shared<TimeFunction>(prescribed_speed(pulleys_[pulley]));
    const double fastest = std::max(std::abs(speed->minimum(0.0, kForever)), std::abs(speed->maximum(0.0, kForever)));
    double highest = 1.0;
    bool is_sound = true;
    speed->for_each_orders([&](Orders& orders) {
      for (const double order : orders.order) highest = std::max(highest, order);
      const std::optional<std::size_t> target = target_of(orders);
      if (!target) {
        is_sound = false;
      } else if (*target != pulley) {
        std::shared_ptr<const RotationAngle> turn = turn_of(*target);
        is_sound = is_sound && turn && is_slow_enough(orders, turn->fastest());
        if (is_sound) orders = combined::bound_to(std::move(orders), std::move(turn), false);
      } else {
        is_sound = is_sound && is_slow_enough(orders, fastest);
      }
    });
    is_open_[pulley] = false;
    if (!is_sound) return nullptr;
    const double panel =
        std::min(fastest > 0.0 ? kAnglePerPanel / (highest * fastest) : kRestPanel, speed->smooth_panel());
    if (panel * kFastestWave < kAnglePerPanel) {
      report(
          fmt::format("orders follow the angle of pulley {}, whose speed of up to {:.3g} rad/s varies with a time "
                      "constant of {:.3g} s; keep speed and its rate of variation below {:.0e} rad/s",
                      pulley + 1, fastest, panel, kFastestWave));
      return nullptr;
    }
    const auto turn = std::make_shared<RotationAngle>(
        [speed](double t) { return speed->value(t); },
        [speed](double t0, double t1) { return speed->next_kink(t0, t1); }, panel, fastest);
    speed->for_each_orders([&](Orders& orders) {
      if (orders.pulley - 1 != static_cast<int>(pulley)) return;
      orders = combined::bound_to(std::move(orders), {std::shared_ptr<const RotationAngle>(), turn.get()}, true);
    });
    turns_[pulley] = turn;
    return turn;
  }

  std::vector<Pulley>& pulleys_;
  std::vector<std::shared_ptr<const RotationAngle>> turns_;
  std::vector<bool> is_open_;
  std::size_t asking_ = 0;
  std::vector<OrdersProblem> problems_;
};

}  // namespace

std::vector<OrdersProblem> bind_orders(std::vector<Pulley>& pulleys) { return OrdersBinding(pulleys).bind(); }

}  // namespace beltdyn
