// SPDX-License-Identifier: MIT
#include "analytic/belt/modes/linear_string.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/stop_request.hpp"
#include "core/numerics/solve/dense.hpp"

namespace beltdyn::analytic {
namespace {

using Complex = std::complex<double>;
using Eigen::Index;

// Depth of the search below the real axis, relative to the highest angular frequency [-]: no simple fraction, so that
// no cut of the search lies on the axis.
constexpr double kStripPart = 0.0137;
// Largest imaginary part of a real root, relative to it [-].
constexpr double kRealPart = 1e-10;
// Rate that relates forces and speeds of a belt at rest [1/s].
constexpr double kUsualRate = 1.0;
// Largest exponent for the series of (1 − exp(−z))/z, and number of its terms.
constexpr double kSmallExponent = 1.0;
constexpr int kSeriesTerms = 24;

// (1 − exp(−z))/z and its derivative, both times a factor that prevents overflow of exp(−z).
struct MeanDecay {
  Complex value;
  Complex rate;
};
MeanDecay mean_decay(Complex z, double log_factor) {
  const double factor = std::exp(log_factor);
  if (std::abs(z) > kSmallExponent) {
    const Complex decay = std::exp(log_factor - z);
    return {(factor - decay) / z, (decay * (1.0 + z) - factor) / (z * z)};
  }
  // Σ (−z)^j/(j + 1)!
  MeanDecay sum{0.0, 0.0};
  Complex power = factor;  // (−z)^j/j!
  for (int j = 0; j < kSeriesTerms; ++j) {
    sum.value += power / static_cast<double>(j + 1);
    sum.rate -= power / static_cast<double>(j + 2);
    power *= -z / static_cast<double>(j + 1);
  }
  return sum;
}

Index at(std::size_t i) { return static_cast<Index>(i); }

// Terms of (2a) in the row of a pulley with an accessory, over k.
struct AccessoryTerms {
  Complex gear;  // D/k
  Complex gear_rate;
  Complex hold;  // (k + s d)/k
  Complex hold_rate;
  Complex own;  // s J + R
};
AccessoryTerms accessory_terms(const LinearStringAccessory& a, Complex s) {
  const Complex own = s * a.inertia + a.resistance;
  return {.gear = (s * (own + a.damping)) / a.stiffness + 1.0,
          .gear_rate = (own + a.damping + s * a.inertia) / a.stiffness,
          .hold = s * a.damping / a.stiffness + 1.0,
          .hold_rate = a.damping / a.stiffness,
          .own = own};
}

}  // namespace

LinearStringDrive linear_string_of(const StringLoop& loop, double flux, const std::vector<double>& forces,
                                   const std::vector<double>& mounts,
                                   const std::vector<LinearPulleyTerms>& pulley_terms,
                                   const std::vector<LinearMountTerms>& mount_terms) {
  const BeltPath path = loop_path(loop, mounts);
  LinearStringDrive drive{.axial_stiffness = loop.axial_stiffness, .flux = flux, .pulleys = {}, .spans = {}};
  const std::size_t n = loop.pulleys.size();
  const bool runs = flux > 0.0;
  for (std::size_t k = 0; k < n; ++k) {
    const PathArc& arc = path.arcs()[k];
    const double force = forces[k];
    const double force_before = forces[(k + n - 1) % n];
    const double stretch = loop.unstressed_stretch + force / loop.axial_stiffness;
    const double stretch_before = loop.unstressed_stretch + force_before / loop.axial_stiffness;
    const double mu = loop.pulleys[k].coefficient;
    // In small motions a belt at rest sticks everywhere.
    const double slip_arc = runs ? std::abs(std::log(force / force_before)) / mu : 0.0;
    if (!(slip_arc < arc.wrap)) {
      throw SolverError(fmt::format(
          "the belt slips over the whole wrap of pulley {} (slip arc required: {:.6g} rad, available: {:.6g} rad), so "
          "small motions are not defined; reduce the torque, or increase friction or pretension",
          k + 1, slip_arc, arc.wrap));
    }
    const double sign = force > force_before ? 1.0 : -1.0;
    const LinearPulleyTerms& terms = pulley_terms[k];
    drive.pulleys.push_back(
        {.radius = arc.radius,
         .turn = arc.turn,
         .stick_length = arc.radius * (arc.wrap - slip_arc),
         .slip_yield = runs ? sign * arc.radius / mu * (1.0 / stretch - 1.0 / stretch_before) / force : 0.0,
         .is_prescribed = terms.is_prescribed,
         .inertia = terms.inertia,
         .resistance = terms.resistance,
         .accessory = terms.accessory});
    drive.spans.push_back(
        {.length = path.spans()[k].length, .force = force, .stretch = stretch, .tangent = path.spans()[k].tangent});
  }
  for (std::size_t m = 0; m < mounts.size(); ++m) {
    drive.mounts.push_back({.pulley = loop.mounts[m].pulley,
                            .axis_by = loop.mounts[m].axis_by(mounts[m]),
                            .axis_by_twice = mount_terms[m].axis_by_twice,
                            .inertia = mount_terms[m].inertia,
                            .damping = mount_terms[m].damping,
                            .stiffness = mount_terms[m].stiffness});
  }
  return drive;
}

LinearString::LinearString(LinearStringDrive drive) : drive_(std::move(drive)) {
  const bool runs = drive_.flux > 0.0;
  double length = 0.0;
  for (std::size_t k = 0; k < n(); ++k) {
    const LinearStringSpan& span = drive_.spans[k];
    const double stretch_before = drive_.spans[before(k)].stretch;
    delay_.push_back(runs ? drive_.pulleys[k].stick_length / (drive_.flux * stretch_before) : 0.0);
    span_yield_.push_back(drive_.pulleys[k].slip_yield -
                          span.length / (drive_.axial_stiffness * span.stretch * span.stretch));
    force_scale_ = std::max(force_scale_, std::abs(span.force));
    length += span.length;
  }
  flux_scale_ = runs ? drive_.flux : length * kUsualRate;
  const double strain = force_scale_ / drive_.axial_stiffness;
  for (const LinearStringPulley& pulley : drive_.pulleys) {
    speed_scale_.push_back(flux_scale_ * strain / pulley.radius);
  }
  for (const LinearStringMount& mount : drive_.mounts) {
    mount_scale_.push_back(length * strain / mount.axis_by.norm());
  }
  displacement_.assign(n(), std::vector<double>(drive_.mounts.size(), 0.0));
  for (std::size_t k = 0; k < n(); ++k) {
    const LinearStringSpan& span = drive_.spans[k];
    const LinearStringPulley& pulley = drive_.pulleys[k];
    const double step = 1.0 / drive_.spans[before(k)].stretch - 1.0 / span.stretch;
    const Eigen::Vector2d by_end =
        span.tangent / span.stretch + pulley.turn * pulley.radius * step / span.length * left_of(span.tangent);
    for (std::size_t m = 0; m < drive_.mounts.size(); ++m) {
      const LinearStringMount& mount = drive_.mounts[m];
      if (mount.pulley == behind(k)) displacement_[k][m] += by_end.dot(mount.axis_by);
      if (mount.pulley == k) displacement_[k][m] -= by_end.dot(mount.axis_by);
    }
  }
}

// Rows and columns of the matrix: forces of the spans with (1), (5); angular velocities with (2); mounts with (3).
// Columns are scaled. Rows with exp(−s τ) are multiplied by exp(min(0, Re s) τ), so that nothing overflows.
struct LinearString::Assembly {
  Complex s;
  Eigen::MatrixXcd matrix;
  Eigen::MatrixXcd rate;
  double log_factor = 0.0;  // log of the scale factor of the determinant

  void add(Index row, Index column, Complex value, Complex by_s) {
    matrix(row, column) += value;
    rate(row, column) += by_s;
  }
};

void LinearString::add_balance(std::size_t k, Assembly& to) const {
  const std::size_t p = before(k);
  const std::size_t next = behind(k);
  const double flux = drive_.flux;
  const double EA = drive_.axial_stiffness;
  const double stretch = drive_.spans[k].stretch;
  const double stretch_before = drive_.spans[p].stretch;
  const double unit = EA / (flux_scale_ * force_scale_);  // scale of the row
  const double log_factor = std::min(0.0, to.s.real()) * delay_[k];
  to.log_factor += log_factor;
  const double factor = unit * std::exp(log_factor);
  to.add(at(k), at(k), factor * force_scale_ * (to.s * span_yield_[k] - flux / (EA * stretch)),
         factor * force_scale_ * span_yield_[k]);
  const Complex carried = unit * force_scale_ * flux / (EA * stretch_before) * std::exp(log_factor - to.s * delay_[k]);
  to.add(at(k), at(p), carried, -delay_[k] * carried);
  to.add(at(k), at(n() + k), -factor * speed_scale_[k] * drive_.pulleys[k].radius / stretch_before, 0.0);
  to.add(at(k), at(n() + next), factor * speed_scale_[next] * drive_.pulleys[next].radius / stretch, 0.0);
  for (std::size_t m = 0; m < drive_.mounts.size(); ++m) {
    const double displacement = factor * mount_scale_[m] * displacement_[k][m];
    to.add(at(k), at(2 * n() + m), to.s * displacement, displacement);
  }
}

// Writes (5) in place of the balance of the span behind pulley 0.
void LinearString::add_length(Assembly& to) const {
  double unit = 0.0;
  for (const double yield : span_yield_) unit += std::abs(yield) * force_scale_;
  const double log_factor = std::min(0.0, to.s.real()) * *std::ranges::max_element(delay_);
  to.log_factor += log_factor;
  const double factor = std::exp(log_factor) / unit;
  for (std::size_t k = 0; k < n(); ++k) {
    const std::size_t p = before(k);
    to.add(0, at(k), factor * force_scale_ * span_yield_[k], 0.0);
    const MeanDecay decay = mean_decay(to.s * delay_[k], log_factor);
    const double carried = force_scale_ / unit * drive_.flux / (drive_.axial_stiffness * drive_.spans[p].stretch);
    to.add(0, at(p), -carried * delay_[k] * decay.value, -carried * delay_[k] * delay_[k] * decay.rate);
    for (std::size_t m = 0; m < drive_.mounts.size(); ++m) {
      to.add(0, at(2 * n() + m), factor * mount_scale_[m] * displacement_[k][m], 0.0);
    }
  }
}

void LinearString::add_pulley(std::size_t k, Assembly& to) const {
  const LinearStringPulley& pulley = drive_.pulleys[k];
  const Index row = at(n() + k);
  if (pulley.is_prescribed) return to.add(row, row, 1.0, 0.0);
  const double unit = 1.0 / (pulley.radius * force_scale_);
  const double speed = unit * speed_scale_[k];
  const Complex own = to.s * pulley.inertia + pulley.resistance;
  if (!pulley.accessory) {
    to.add(row, row, speed * own, speed * pulley.inertia);
    to.add(row, at(k), -1.0, 0.0);
    to.add(row, at(before(k)), 1.0, 0.0);
    return;
  }
  const AccessoryTerms a = accessory_terms(*pulley.accessory, to.s);
  to.add(
      row, row, speed * (a.gear * own + a.hold * a.own),
      speed * (a.gear_rate * own + a.gear * pulley.inertia + a.hold_rate * a.own + a.hold * pulley.accessory->inertia));
  to.add(row, at(k), -a.gear, -a.gear_rate);
  to.add(row, at(before(k)), a.gear, a.gear_rate);
}

double LinearString::turn_by(std::size_t span, const LinearStringMount& moved) const {
  const double ends = (moved.pulley == behind(span) ? 1.0 : 0.0) - (moved.pulley == span ? 1.0 : 0.0);
  return ends * left_of(drive_.spans[span].tangent).dot(moved.axis_by) / drive_.spans[span].length;
}

Complex LinearString::hub_load(std::size_t pulley, const Response& motion) const {
  Eigen::Vector2d steady = Eigen::Vector2d::Zero();
  Eigen::Vector2cd change = Eigen::Vector2cd::Zero();
  for (const auto& [span, sign] : {std::pair(pulley, 1.0), std::pair(before(pulley), -1.0)}) {
    const LinearStringSpan& pulling = drive_.spans[span];
    Complex turn = 0.0;
    for (std::size_t m = 0; m < drive_.mounts.size(); ++m) turn += turn_by(span, drive_.mounts[m]) * motion.mount[m];
    steady += sign * pulling.force * pulling.tangent;
    change += sign * (motion.force[span] * pulling.tangent + pulling.force * turn * left_of(pulling.tangent));
  }
  const Eigen::Vector2d direction = steady.normalized();
  return direction.x() * change.x() + direction.y() * change.y();
}

void LinearString::add_mount(std::size_t m, Assembly& to) const {
  const LinearStringMount& mount = drive_.mounts[m];
  const Index row = at(2 * n() + m);
  const double unit = 1.0 / (force_scale_ * mount.axis_by.norm());
  const double own = unit * mount_scale_[m];
  to.add(row, row, own * ((to.s * mount.inertia + mount.damping) * to.s + mount.stiffness),
         own * (2.0 * to.s * mount.inertia + mount.damping));
  // δ(F·dc/dq): the span behind the pulley pulls with +N u, the span before it with −N u.
  const std::size_t k = mount.pulley;
  for (const auto& [span, sign] : {std::pair(k, 1.0), std::pair(before(k), -1.0)}) {
    const LinearStringSpan& pulling = drive_.spans[span];
    to.add(row, at(span), -unit * sign * force_scale_ * pulling.tangent.dot(mount.axis_by), 0.0);
    to.add(row, row, -own * sign * pulling.force * pulling.tangent.dot(mount.axis_by_twice), 0.0);
    const Eigen::Vector2d across = left_of(pulling.tangent);
    for (std::size_t other = 0; other < drive_.mounts.size(); ++other) {
      const double turn = turn_by(span, drive_.mounts[other]);
      to.add(row, at(2 * n() + other),
             -unit * mount_scale_[other] * sign * pulling.force * turn * across.dot(mount.axis_by), 0.0);
    }
  }
}

LinearString::Assembly LinearString::assemble(Complex s, FirstRow first) const {
  const Index size = at(2 * n() + drive_.mounts.size());
  Assembly to{.s = s, .matrix = Eigen::MatrixXcd::Zero(size, size), .rate = Eigen::MatrixXcd::Zero(size, size)};
  if (first == FirstRow::length) add_length(to);
  for (std::size_t k = first == FirstRow::length ? 1 : 0; k < n(); ++k) add_balance(k, to);
  for (std::size_t k = 0; k < n(); ++k) add_pulley(k, to);
  for (std::size_t m = 0; m < drive_.mounts.size(); ++m) add_mount(m, to);
  return to;
}

Eigen::VectorXcd LinearString::right_side(Complex s, const Input& input) const {
  Eigen::VectorXcd rhs = Eigen::VectorXcd::Zero(at(2 * n() + drive_.mounts.size()));
  if (input.quantity == LinearQuantity::force) {
    rhs[at(2 * n() + input.at)] = 1.0 / (force_scale_ * drive_.mounts[input.at].axis_by.norm());
    return rhs;
  }
  const LinearStringPulley& pulley = drive_.pulleys[input.at];
  Complex& row = rhs[at(n() + input.at)];
  if (pulley.is_prescribed) {
    row = 1.0 / speed_scale_[input.at];
    return rhs;
  }
  row = 1.0 / (pulley.radius * force_scale_);
  if (!pulley.accessory) return rhs;
  const AccessoryTerms a = accessory_terms(*pulley.accessory, s);
  row *= input.quantity == LinearQuantity::accessory_torque ? a.hold : a.gear;
  return rhs;
}

LinearString::Response LinearString::response(Complex s, const Input& input) const {
  Response response =
      of_unknowns(s, numerics::ComplexLu(assemble(s, FirstRow::length).matrix).solve(right_side(s, input)));
  if (input.quantity != LinearQuantity::accessory_torque || !drive_.pulleys[input.at].accessory) return response;
  const LinearStringAccessory& accessory = *drive_.pulleys[input.at].accessory;
  response.accessory[input.at] += s / (accessory.stiffness * accessory_terms(accessory, s).gear);
  return response;
}

LinearString::Response LinearString::of_unknowns(Complex s, const Eigen::VectorXcd& x) const {
  Response response;
  for (std::size_t k = 0; k < n(); ++k) {
    response.force.push_back(force_scale_ * x[at(k)]);
    response.angular_velocity.push_back(speed_scale_[k] * x[at(n() + k)]);
    response.accessory.emplace_back(0.0);
    if (!drive_.pulleys[k].accessory) continue;
    const AccessoryTerms a = accessory_terms(*drive_.pulleys[k].accessory, s);
    response.accessory[k] = a.hold / a.gear * response.angular_velocity[k];
  }
  for (std::size_t m = 0; m < drive_.mounts.size(); ++m) {
    response.mount.push_back(mount_scale_[m] * x[at(2 * n() + m)]);
  }
  return response;
}

// By inverse iteration slightly beside the root, where the matrix is not singular.
LinearString::Response LinearString::mode(Complex s) const {
  constexpr double kAside = 1e-10;
  constexpr int kIterations = 3;
  const numerics::ComplexLu lu(assemble((1.0 + kAside) * s, FirstRow::balance).matrix);
  Eigen::VectorXcd x = Eigen::VectorXcd::Ones(at(2 * n() + drive_.mounts.size()));
  for (int i = 0; i < kIterations; ++i) x = lu.solve(x).normalized();
  return of_unknowns(s, x);
}

// Eliminates the angular velocities by (2), each with its own row. The determinant and its derivative are those of the
// reduced matrix and of the eliminated diagonal together.
LinearString::Assembly LinearString::without_speeds(const Assembly& whole, numerics::LogValue& taken_out) const {
  const auto kept = [this](Index i) { return i < at(n()) ? i : i + at(n()); };
  const Index size = at(n() + drive_.mounts.size());
  Assembly rest{.s = whole.s, .matrix = Eigen::MatrixXcd(size, size), .rate = Eigen::MatrixXcd(size, size)};
  for (Index j = 0; j < size; ++j) {
    for (Index i = 0; i < size; ++i) {
      rest.matrix(i, j) = whole.matrix(kept(i), kept(j));
      rest.rate(i, j) = whole.rate(kept(i), kept(j));
    }
  }
  for (std::size_t k = 0; k < n(); ++k) {
    const Index own = at(n() + k);
    const Complex diagonal = whole.matrix(own, own);
    const Complex growth = whole.rate(own, own) / diagonal;
    taken_out.log += std::log(diagonal);
    taken_out.log_rate += growth;
    for (const std::size_t row : {k, before(k)}) {
      for (const std::size_t column : {k, before(k)}) {
        const Complex by = whole.matrix(at(row), own) / diagonal;
        const Complex by_rate = whole.rate(at(row), own) / diagonal;
        const Complex from = whole.matrix(own, at(column));
        rest.add(at(row), at(column), -by * from,
                 -by_rate * from - by * whole.rate(own, at(column)) + by * from * growth);
      }
    }
  }
  return rest;
}

// (5) sums the terms of (1) for all delays, and rounding destroys those of short delays when those of long delays have
// grown. So the determinant is computed with (1) and divided by s.
numerics::LogValue LinearString::determinant(Complex s) const {
  const Assembly system = assemble(s, FirstRow::balance);
  numerics::LogValue value{.log = -system.log_factor - std::log(s), .log_rate = -1.0 / s};
  const Assembly rest = without_speeds(system, value);
  const numerics::ComplexLu lu(rest.matrix);
  value.log += lu.log_determinant();
  value.log_rate += lu.trace_of_solution(rest.rate);
  return value;
}

std::optional<Complex> LinearString::root_near(Complex guess) const {
  constexpr int kSteps = 30;
  constexpr double kSettled = 1e-12;
  Complex s = guess;
  for (int i = 0; i < kSteps; ++i) {
    const Complex step = -1.0 / determinant(s).log_rate;
    if (!std::isfinite(std::abs(step))) return std::nullopt;
    s += step;
    if (std::abs(step) <= kSettled * std::abs(s)) return s;
  }
  return std::nullopt;
}

std::vector<Complex> LinearString::roots(const ModeSearch& search) const {
  const numerics::HolomorphicFunction f{.value =
                                            [this](Complex s) {
                                              throw_if_stopped();
                                              return determinant(s);
                                            },
                                        .longest_delay = std::accumulate(delay_.begin(), delay_.end(), 0.0)};
  const double omega = search.highest_angular_frequency();
  const double rate = search.bound_of_rate();
  const double growth = search.bound_of_growth();
  std::vector<Complex> roots;
  // Includes a strip below the real axis, on which roots lie.
  for (const Complex s : numerics::roots_within(f, {Complex(-rate, -kStripPart * omega), Complex(growth, omega)})) {
    const bool is_real = std::abs(s.imag()) < kRealPart * (std::abs(s) + kRealPart * omega);
    if (is_real) {
      roots.emplace_back(s.real(), 0.0);
    } else if (s.imag() > 0.0 && s.imag() <= omega && s.real() >= -rate && s.real() <= growth) {
      roots.push_back(s);
    }
  }
  return roots;
}

}  // namespace beltdyn::analytic
