// SPDX-License-Identifier: MIT
#include "core/time/combined_time_functions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>
#include <numbers>

#include <boost/math/quadrature/gauss.hpp>

#include "core/base/stop_request.hpp"
#include "core/time/rotation_angle.hpp"
#include "core/time/time_function.hpp"

namespace beltdyn::combined {

// The integral of a function from 0 to multiples of a width. The table grows up to the latest time evaluated. It saves
// cost: without it, an integral from 0 that is evaluated in each step would become more expensive with time. Threads
// may use it at the same time.
class IntegralTable {
 public:
  explicit IntegralTable(double width) : width_(width) {}

  double width() const { return width_; }
  // ∫ from 0 to k widths. `over` returns the integral between two times.
  template <class Integral>
  double up_to(std::size_t k, const Integral& over) {
    const std::scoped_lock lock(mutex_);
    while (sums_.size() <= k) {
      throw_if_stopped();
      const auto panel = static_cast<double>(sums_.size());
      sums_.push_back(sums_.back() + over((panel - 1.0) * width_, panel * width_));
    }
    return sums_[k];
  }

 private:
  double width_;  // [s]
  std::mutex mutex_;
  std::vector<double> sums_{0.0};
};

namespace {

constexpr int kMostPieces = 256;    // of an interval in which bounds are computed
constexpr double kFewPanels = 8.0;  // so few panels are integrated without the table

const TimeFunction& quantity_of(const Product& f) { return f.quantity.front(); }
const TimeFunction& function_of(const Repeat& f) { return f.function.front(); }

// The start of the period that contains a time, and the time since then [s].
struct Phase {
  double begin{};
  double local{};
};
Phase phase_of(const Repeat& f, double t) {
  const double begin = std::floor(t / f.period) * f.period;
  return {begin, std::clamp(t - begin, 0.0, f.period)};
}

double first_kink(const std::vector<TimeFunction>& functions, double t0, double t1) {
  double first = t1;
  for (const TimeFunction& function : functions) first = function.next_kink(t0, first);
  return first;
}

// ∫ between two kinks, in panels that are short enough for the quadrature.
template <class Form>
double smooth_integral(const Form& f, double t0, double t1) {
  const double panel = panel_of(f);
  const double n = std::max(1.0, std::ceil((t1 - t0) / panel));
  double sum = 0.0;
  for (double i = 0.0; i < n; i += 1.0) {
    sum += boost::math::quadrature::gauss<double, 20>::integrate(
        [&f](double t) { return value_at(f, t); }, t0 + (t1 - t0) * i / n, t0 + (t1 - t0) * (i + 1.0) / n);
  }
  return sum;
}

template <class Form>
double integral_between(const Form& f, double t0, double t1) {
  double sum = 0.0;
  while (t0 < t1) {
    throw_if_stopped();
    const double next = next_kink_of(f, t0, t1);
    sum += smooth_integral(f, t0, next);
    t0 = next;
  }
  return sum;
}

using Bounds = std::pair<double, double>;

Bounds bounds_of_function(const TimeFunction& f, double t0, double t1) {
  return {f.minimum(t0, t1), f.maximum(t0, t1)};
}

Bounds times(const Bounds& a, const Bounds& b) {
  const std::array<double, 4> corners{a.first * b.first, a.first * b.second, a.second * b.first, a.second * b.second};
  return {*std::ranges::min_element(corners), *std::ranges::max_element(corners)};
}

// The common bounds of all pieces between kinks. From piece kMostPieces on, the rest counts as one piece.
template <class Form, class OfPiece>
Bounds bounds_by_pieces(const Form& f, double t0, double t1, const OfPiece& of_piece) {
  Bounds all{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  double left = t0;
  for (int piece = 1; piece == 1 || left < t1; ++piece) {
    const double right = piece < kMostPieces ? next_kink_of(f, left, t1) : t1;
    const Bounds own = of_piece(left, right);
    all = {std::min(all.first, own.first), std::max(all.second, own.second)};
    left = right;
  }
  return all;
}

}  // namespace

Product make_product(TimeFunction quantity, std::vector<TimeFunction> factors) {
  Product f{.quantity = {std::move(quantity)}, .factors = std::move(factors)};
  f.integrals = std::make_shared<IntegralTable>(panel_of(f));
  return f;
}

Orders bound_to(Orders f, std::shared_ptr<const RotationAngle> turn, bool of_itself) {
  f.turn = std::move(turn);
  f.of_itself = of_itself;
  f.integrals = f.turn ? std::make_shared<IntegralTable>(panel_of(f)) : nullptr;
  return f;
}

double value_at(const Sum& f, double t) {
  double sum = 0.0;
  for (const TimeFunction& term : f.terms) sum += term.value(t);
  return sum;
}
double value_at(const Product& f, double t) {
  double product = quantity_of(f).value(t);
  for (const TimeFunction& factor : f.factors) product *= factor.value(t);
  return product;
}
double value_at(const Orders& f, double t) {
  const double theta = f.turn ? f.turn->angle(t) : 0.0;
  double sum = 0.0;
  for (std::size_t j = 0; j < f.order.size(); ++j) sum += f.amplitude[j] * std::cos(f.order[j] * theta + f.phase[j]);
  return sum;
}
double value_at(const Repeat& f, double t) { return function_of(f).value(phase_of(f, t).local); }

double derivative_at(const Sum& f, double t) {
  double sum = 0.0;
  for (const TimeFunction& term : f.terms) sum += term.derivative(t);
  return sum;
}
double derivative_at(const Product& f, double t) {
  double value = quantity_of(f).value(t);
  double derivative = quantity_of(f).derivative(t);
  for (const TimeFunction& factor : f.factors) {
    derivative = derivative * factor.value(t) + value * factor.derivative(t);
    value *= factor.value(t);
  }
  return derivative;
}
double derivative_at(const Orders& f, double t) {
  if (!f.turn) return 0.0;
  const double theta = f.turn->angle(t);
  double by_angle = 0.0;
  for (std::size_t j = 0; j < f.order.size(); ++j) {
    by_angle -= f.amplitude[j] * f.order[j] * std::sin(f.order[j] * theta + f.phase[j]);
  }
  return by_angle * f.turn->speed(t);
}
double derivative_at(const Repeat& f, double t) { return function_of(f).derivative(phase_of(f, t).local); }

double integral_over(const Sum& f, double t0, double t1) {
  double sum = 0.0;
  for (const TimeFunction& term : f.terms) sum += term.integral(t0, t1);
  return sum;
}
namespace {

template <class Form>
double tabulated_integral(const Form& f, double t0, double t1) {
  const double width = f.integrals->width();
  if (t0 < 0.0 || t1 - t0 <= kFewPanels * width) return integral_between(f, t0, t1);
  const auto over = [&f](double a, double b) { return integral_between(f, a, b); };
  const double first = std::ceil(t0 / width);
  const double last = std::floor(t1 / width);
  return over(t0, first * width) +
         (f.integrals->up_to(static_cast<std::size_t>(last), over) -
          f.integrals->up_to(static_cast<std::size_t>(first), over)) +
         over(last * width, t1);
}

}  // namespace

double integral_over(const Product& f, double t0, double t1) { return tabulated_integral(f, t0, t1); }
double integral_over(const Orders& f, double t0, double t1) {
  return f.integrals ? tabulated_integral(f, t0, t1) : value_at(f, t0) * (t1 - t0);
}
double integral_over(const Repeat& f, double t0, double t1) {
  const TimeFunction& function = function_of(f);
  const Phase from = phase_of(f, t0);
  const Phase to = phase_of(f, t1);
  if (from.begin == to.begin) return function.integral(from.local, to.local);
  const double whole = std::round((to.begin - from.begin) / f.period) - 1.0;
  return function.integral(from.local, f.period) + whole * function.integral(0.0, f.period) +
         function.integral(0.0, to.local);
}

double next_kink_of(const Sum& f, double t0, double t1) { return first_kink(f.terms, t0, t1); }
double next_kink_of(const Product& f, double t0, double t1) {
  return first_kink(f.factors, t0, quantity_of(f).next_kink(t0, t1));
}
double next_kink_of(const Repeat& f, double t0, double t1) {
  const auto [begin, start] = phase_of(f, t0);
  double local = start;
  while (local < f.period) {
    local = function_of(f).next_kink(local, f.period);
    // Rounding may make the sum equal to t0.
    if (begin + local > t0) return std::min(begin + local, t1);
  }
  // At late times a period may be lost in rounding, but time must advance.
  const double next = begin + f.period + function_of(f).next_kink(0.0, f.period);
  return std::min(std::max(next, std::nextafter(t0, t1)), t1);
}

double next_kink_of(const Orders& f, double t0, double t1) {
  return f.turn && !f.of_itself ? f.turn->next_kink(t0, t1) : t1;
}

Bounds bounds_of(const Orders& f, double, double) {
  double sum = 0.0;
  for (const double amplitude : f.amplitude) sum += std::abs(amplitude);
  return {-sum, sum};
}
Bounds bounds_of(const Sum& f, double t0, double t1) {
  return bounds_by_pieces(f, t0, t1, [&f](double left, double right) {
    Bounds sum{0.0, 0.0};
    for (const TimeFunction& term : f.terms) {
      const Bounds own = bounds_of_function(term, left, right);
      sum = {sum.first + own.first, sum.second + own.second};
    }
    return sum;
  });
}
Bounds bounds_of(const Product& f, double t0, double t1) {
  return bounds_by_pieces(f, t0, t1, [&f](double left, double right) {
    Bounds product = bounds_of_function(quantity_of(f), left, right);
    for (const TimeFunction& factor : f.factors) product = times(product, bounds_of_function(factor, left, right));
    return product;
  });
}
Bounds bounds_of(const Repeat& f, double t0, double t1) {
  const TimeFunction& function = function_of(f);
  if (t1 - t0 >= f.period) return bounds_of_function(function, 0.0, f.period);
  const Phase from = phase_of(f, t0);
  const Phase to = phase_of(f, t1);
  if (from.begin == to.begin) return bounds_of_function(function, from.local, to.local);
  const Bounds before = bounds_of_function(function, from.local, f.period);
  const Bounds after = bounds_of_function(function, 0.0, to.local);
  return {std::min(before.first, after.first), std::max(before.second, after.second)};
}

double panel_of(const Sum& f) {
  double shortest = std::numeric_limits<double>::infinity();
  for (const TimeFunction& term : f.terms) shortest = std::min(shortest, term.smooth_panel());
  return shortest;
}
double panel_of(const Product& f) {
  // The frequencies of the factors add up in a product.
  double frequency = 1.0 / quantity_of(f).smooth_panel();
  for (const TimeFunction& factor : f.factors) frequency += 1.0 / factor.smooth_panel();
  return 1.0 / frequency;
}
double panel_of(const Orders& f) {
  if (!f.turn) return std::numeric_limits<double>::infinity();
  const double frequency = *std::ranges::max_element(f.order) * f.turn->fastest();
  return std::min(f.turn->panel(), std::numbers::pi / frequency);
}
double panel_of(const Repeat& f) { return std::min(f.period, function_of(f).smooth_panel()); }

Sum scaled_form(const Sum& f, double factor) {
  Sum result;
  for (const TimeFunction& term : f.terms) result.terms.push_back(term.scaled(factor));
  return result;
}
Product scaled_form(const Product& f, double factor) { return make_product(quantity_of(f).scaled(factor), f.factors); }
Orders scaled_form(Orders f, double factor) {
  for (double& amplitude : f.amplitude) amplitude *= factor;
  std::shared_ptr<const RotationAngle> turn = f.turn;
  const bool of_itself = f.of_itself;
  return bound_to(std::move(f), std::move(turn), of_itself);
}
Repeat scaled_form(const Repeat& f, double factor) {
  return {.function = {function_of(f).scaled(factor)}, .period = f.period};
}

bool is_constant_form(const Sum& f) { return std::ranges::all_of(f.terms, &TimeFunction::is_constant); }
bool is_constant_form(const Product& f) {
  return quantity_of(f).is_constant() && std::ranges::all_of(f.factors, &TimeFunction::is_constant);
}
bool is_constant_form(const Orders& f) {
  return std::ranges::all_of(f.amplitude, [](double a) { return a == 0.0; });
}
bool is_constant_form(const Repeat& f) { return function_of(f).is_constant(); }

}  // namespace beltdyn::combined
