// SPDX-License-Identifier: MIT
#include "lagrangian/links/implicit_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "core/contact/friction_law.hpp"
#include "core/drive/friction_laws.hpp"

namespace beltdyn::lagrangian::links {
namespace {

using Layout = LinkLayout;

constexpr double kGamma = 0.29289321881345248;  // 1 − 1/√2
// γ² (3 − 2γ) − 1/6, factor of h³ d³x/dt³ in the error
constexpr double kErrorConstant = 0.040440114519881;
// A tangent is kept while each correction reduces the residual to this part [-].
constexpr double kGoodReduction = 0.3;
constexpr int kMostCorrections = 25;
// Smallest part to which a correction is shortened [-].
constexpr double kSmallestPart = 1.0 / 64.0;
// Accepted residual of an internal variable, relative to its change in the stage; and absolute lower bound of it.
constexpr double kMemoryLeft = 1e-4;
constexpr double kLeastMemory = 1e-12;

// Is there a friction law with memory but without modes?
bool has_memory_rates(const LinkModel& model) {
  return std::ranges::any_of(model.pulleys, [](const LinkPulley& pulley) {
    return std::visit(
        [](const auto& law) {
          return !contact::HybridFrictionLaw<std::remove_cvref_t<decltype(law)>> && law.memory_size() > 0;
        },
        *pulley.friction);
  });
}

}  // namespace

ImplicitStep::ImplicitStep(const LinkModel& model, const LinkLayout& layout, double tolerance,
                           std::vector<LoneUnknown> lone)
    : layout_(layout),
      has_rates_(has_memory_rates(model)),
      weights_{.mass = model.mass, .turning = model.inertia / model.link_length},
      tolerance_(tolerance),
      tangent_(layout, model.link_length, std::move(lone), has_rates_),
      base_(layout.size()),
      origin_(layout.size()),
      stage_(layout.size()),
      residual_(layout.size()),
      change_(layout.size()),
      here_{.rates = numerics::AlignedVector(layout.size()),
            .contributions = std::vector<double>((layout.n_pulleys() + layout.n_mounts()) * layout.n_links())},
      varied_(here_) {
  std::vector<bool> is_unknown(layout.size());
  for (const LoneUnknown& unknown : tangent_.lone()) {
    is_unknown[unknown.place] = true;
    if (unknown.position != LoneUnknown::kNone) is_unknown[unknown.position] = true;
  }
  for (std::size_t place = layout.pulley_angle(0); place < layout.size(); ++place) {
    if (!is_unknown[place]) given_.push_back(place);
  }
}

void ImplicitStep::put_places(double c, numerics::AlignedVector& y) const {
  for (std::size_t m = 0; m < 3; ++m) {
    const std::size_t position = layout_.field(Layout::x + m);
    const std::size_t velocity = layout_.field(Layout::vx + m);
    for (std::size_t i = 0; i < layout_.n_links(); ++i) y[position + i] = base_[position + i] + c * y[velocity + i];
  }
  for (const LoneUnknown& unknown : tangent_.lone()) {
    if (unknown.position != LoneUnknown::kNone) y[unknown.position] = base_[unknown.position] + c * y[unknown.place];
  }
}

void ImplicitStep::put_given(double c, numerics::AlignedVector& y) const {
  for (const std::size_t place : given_) y[place] = base_[place] + c * here_.rates[place];
}

double ImplicitStep::put_residual(double c, const numerics::AlignedVector& y) {
  double largest = 0.0;
  bool is_finite = true;
  const auto put = [&](std::size_t place, double weight) {
    residual_[place] = y[place] - base_[place] - c * here_.rates[place];
    const double force = weight / c * std::abs(residual_[place]);
    is_finite = is_finite && std::isfinite(force);
    largest = std::max(largest, force);
  };
  for (const Layout::Field field : {Layout::vx, Layout::vy, Layout::spin}) {
    const double weight = field == Layout::spin ? weights_.turning : weights_.mass;
    for (std::size_t i = 0; i < layout_.n_links(); ++i) put(layout_.field(field) + i, weight);
  }
  for (const LoneUnknown& unknown : tangent_.lone()) put(unknown.place, unknown.weight);
  return is_finite ? largest : std::numeric_limits<double>::infinity();
}

double ImplicitStep::evaluate(const LinkContributions& f, const LinkStage& stage, numerics::AlignedVector& y) {
  put_places(stage.length, y);
  f(stage, y, here_);
  if (has_rates_) {
    settle_memory(f, stage, y);
  } else {
    for (std::size_t i = layout_.memory(0); i < layout_.memory(layout_.n_memory()); ++i) {
      y[i] = base_[i] + stage.length * here_.rates[i];
    }
  }
  return put_residual(stage.length, y);
}

// A Newton step for each internal variable of friction, whose rate depends on no other variable. A contact that opens
// or closes within an iteration makes the rate stiff, so that the derivative must be the present one.
void ImplicitStep::settle_memory(const LinkContributions& f, const LinkStage& stage, numerics::AlignedVector& y) {
  const double c = stage.length;
  const std::size_t begin = layout_.memory(0);
  const std::size_t end = layout_.memory(layout_.n_memory());
  for (std::size_t i = begin; i < end; ++i) y[i] += kMemoryDifference;
  f(stage, y, varied_);
  for (std::size_t i = begin; i < end; ++i) {
    const double value = y[i] - kMemoryDifference;
    const double slope = (varied_.rates[i] - here_.rates[i]) / kMemoryDifference;
    y[i] = value - (value - base_[i] - c * here_.rates[i]) / (1.0 - c * slope);
  }
  f(stage, y, here_);
  is_memory_settled_ = true;
  for (std::size_t i = begin; i < end; ++i) {
    const double left = std::abs(y[i] - base_[i] - c * here_.rates[i]);
    if (!(left <= kMemoryLeft * std::abs(y[i] - base_[i]) + kLeastMemory)) is_memory_settled_ = false;
  }
}

// Starts from the velocities and the internal variables of friction in y.
bool ImplicitStep::solve_stage(const LinkContributions& f, const LinkStage& stage, numerics::AlignedVector& y) {
  double residual = evaluate(f, stage, y);
  if (!given_.empty()) {
    put_given(stage.length, y);
    residual = evaluate(f, stage, y);
  }
  bool is_new = !has_tangent_;
  for (int n = 0; n < kMostCorrections; ++n) {
    if (!std::isfinite(residual)) break;
    if (is_new) {
      tangent_.find(f, stage, y, here_);
      ++factorisations_;
    }
    has_tangent_ = true;
    ++newton_iterations_;
    const double before = residual;
    if (!tangent_.solve(residual_, change_)) break;
    origin_ = y;
    for (double part = 1.0;; part *= 0.5) {
      for (std::size_t i = 0; i < y.size(); ++i) y[i] = origin_[i] + part * change_[i];
      residual = evaluate(f, stage, y);
      if (residual <= tolerance_ && is_memory_settled_) return true;
      if (!is_new || residual < before || part <= kSmallestPart) break;
    }
    is_new = !(residual <= kGoodReduction * before);
  }
  failure_ = std::isfinite(residual) ? fmt::format(
                                           "after {} Newton iterations a residual of {:.3g} N remained (tolerance "
                                           "{:.3g} N)",
                                           newton_iterations_, residual, tolerance_)
                                     : std::string("the equations became singular");
  return false;
}

bool ImplicitStep::step(const LinkContributions& f, double time, double h, const numerics::AlignedVector& state,
                        numerics::AlignedVector& next) {
  const double c = kGamma * h;
  newton_iterations_ = factorisations_ = 0;
  has_tangent_ = false;
  base_ = state;
  stage_ = state;
  if (!solve_stage(f, {time + c, c, base_}, stage_)) return false;
  constexpr double kFurther = (1.0 - kGamma) / kGamma;
  next = stage_;
  for (std::size_t i = 0; i < state.size(); ++i) base_[i] = state[i] + kFurther * (stage_[i] - state[i]);
  if (!solve_stage(f, {time + h, c, base_}, next)) return false;
  find_error(h, state, next);
  return true;
}

// Uses that the accelerations of both stages differ by (1 − γ) h d³x/dt³.
void ImplicitStep::find_error(double h, const numerics::AlignedVector& state, const numerics::AlignedVector& next) {
  const double c = kGamma * h;
  const auto difference = [&](std::size_t place) {
    return (next[place] - base_[place] - (stage_[place] - state[place])) / c;
  };
  double sum = 0.0;
  for (const Layout::Field field : {Layout::vx, Layout::vy}) {
    for (std::size_t i = 0; i < layout_.n_links(); ++i) {
      const double d = difference(layout_.field(field) + i);
      sum += d * d;
    }
  }
  double largest = std::sqrt(sum / static_cast<double>(layout_.n_links()));
  for (const LoneUnknown& unknown : tangent_.lone()) {
    if (unknown.position != LoneUnknown::kNone) {
      largest = std::max(largest, unknown.arm * std::abs(difference(unknown.place)));
    }
  }
  error_ = kErrorConstant / (1.0 - kGamma) * h * h * largest;
}

bool ImplicitStep::relax(const LinkContributions& f, double c, const numerics::AlignedVector& state,
                         numerics::AlignedVector& next) {
  const LinkStage stage{.time = 0.0, .length = c, .base = base_};
  base_ = state;
  next = state;
  evaluate(f, stage, next);
  tangent_.hold(true);
  tangent_.find(f, stage, next, here_);
  const bool is_regular = tangent_.solve(residual_, change_);
  tangent_.hold(false);
  if (!is_regular) return false;
  for (std::size_t i = 0; i < next.size(); ++i) next[i] += change_[i];
  put_places(c, next);
  return true;
}

double ImplicitStep::force(const numerics::AlignedVector& state, const numerics::AlignedVector& rates) const {
  double largest = 0.0;
  const auto look = [&largest](double force) {
    if (!(std::abs(force) <= largest)) largest = std::abs(force);
  };
  const std::size_t n = layout_.n_links();
  const auto along = [&](std::size_t i) {
    const double angle = state[layout_.field(Layout::angle) + i];
    return numerics::Vec2<double>{std::cos(angle), std::sin(angle)};
  };
  const auto acceleration = [&](std::size_t i) {
    return numerics::Vec2<double>{rates[layout_.field(Layout::vx) + i], rates[layout_.field(Layout::vy) + i]};
  };
  double even = 0.0;
  for (std::size_t i = 0; i < n; ++i) even += numerics::dot(along(i), acceleration(i)) / static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) {
    const numerics::Vec2<double> rest = acceleration(i) - even * along(i);
    look(weights_.mass * std::hypot(rest.x, rest.y));
    look(weights_.turning * rates[layout_.field(Layout::spin) + i]);
  }
  for (const LoneUnknown& unknown : tangent_.lone()) look(unknown.weight * rates[unknown.place]);
  return largest;
}

}  // namespace beltdyn::lagrangian::links
