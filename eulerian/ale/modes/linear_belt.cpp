// SPDX-License-Identifier: MIT
#include "eulerian/ale/modes/linear_belt.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/stop_request.hpp"
#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using BeltDual = Dual<double, kElementUnknowns>;
// Rates of the unknowns that select the parts of a force without rates and with velocities.
constexpr StepRates kNoRates{};
constexpr StepRates kVelocity{.velocity = 1.0, .acceleration = 0.0};
// Limits of the growth of factors at which new pivots are chosen: of 16 digits at least 10 or 3 remain.
constexpr double kAllDigits = 1e-6;
constexpr double kSomeDigits = 1e-13;

double on_path(const BeltPath& path, double sigma) { return path.periodic(sigma); }
double on_path(const RopePath&, double sigma) { return sigma; }

}  // namespace

template <class Path>
void LinearBelt::add_span_forces(const Base& base, const Path& path) {
  const AleModel& model = base.equations.model();
  // If a node is in the middle, the element behind it is taken, as in histories; otherwise rounding would decide.
  constexpr double kBehindNode = 1e-9;
  for (const PathSpan& span : path.spans()) {
    const double middle = on_path(path, span.start + (0.5 + kBehindNode) * span.length);
    const auto next = std::upper_bound(model.mesh.nodes.begin(), model.mesh.nodes.end(), middle,
                                       [](double sigma, const MeshNode& node) { return sigma < node.sigma; });
    SpanForce force{.element = static_cast<int>(next - model.mesh.nodes.begin() + n_ - 1) % n_};
    const auto e = static_cast<std::size_t>(force.element);
    const RulePoint place = rule_point(on_path(path, middle - model.mesh.nodes[e].sigma) / model.mesh.lengths[e], 0.0);
    const auto derivative = [&](const StepRates& rates) {
      const ElementState state = element_state(base.equations, force.element, rates);
      const PointReader<BeltDual, double> at(state.geometry, state.fields, place);
      MeshPoint<BeltDual> p = at.strained(true);
      p.stretch_slope = StretchAlong<BeltDual, double>(state.geometry, state.fields, model.rules.axial).slope(place.xi);
      return axial(model.section, p).tension.d;
    };
    force.by = derivative(kNoRates);
    force.by_rate = derivative(kVelocity);
    for (std::size_t j = 0; j < kElementUnknowns; ++j) force.by_rate[j] -= force.by[j];
    span_forces_.push_back(force);
  }
}

// Adds the points at which displacements are given: nodes, middles of elements, and on long elements further points, so
// that lines through them are curved as the elements are.
template <class Path>
void LinearBelt::add_points(const Base& base, const Path& path) {
  constexpr double kAlongPath = 200.0;
  constexpr double kFewest = 2.0;
  constexpr double kMost = 16.0;
  const auto& mesh = base.equations.model().mesh;
  const int n_elements = mesh.n_elements();
  for (int element = 0; element < n_elements; ++element) {
    const double length = mesh.lengths[static_cast<std::size_t>(element)];
    const double pieces = std::clamp(std::ceil(kAlongPath * length / path.length()), kFewest, kMost);
    for (int i = 0; i < static_cast<int>(pieces); ++i) add_point(base, path, element, i / pieces);
  }
  if (is_open_) add_point(base, path, n_elements - 1, 1.0);
}

// A particle whose s changes by δs at a fixed point of the mesh moves by δr − r_σ δs/s_σ.
template <class Path>
void LinearBelt::add_point(const Base& base, const Path& path, int element, double part) {
  const AleModel& model = base.equations.model();
  const auto e = static_cast<std::size_t>(element);
  const ElementState state = element_state(base.equations, element);
  const RulePoint rule = rule_point(part, 0.0);
  const PointReader<BeltDual, double> at(state.geometry, state.fields, rule);
  const Vec2<BeltDual> r = at.vector(state.fields.r, 0, Follows::unknowns);
  const Vec2<BeltDual> r_slope = at.vector(state.fields.r, 1, Follows::unknowns);
  const BeltDual s = at.scalar(state.fields.s, 0, Follows::unknowns);
  const double s_slope = at.scalar(state.fields.s, 1, Follows::unknowns).value;
  const double sigma = on_path(path, model.mesh.nodes[e].sigma + part * model.mesh.lengths[e]);
  const PathPoint place = path.point(sigma);
  points_.push_back({.sigma = sigma,
                     .position = {r.x.value, r.y.value},
                     .tangent = place.tangent,
                     .span = path.locate(sigma).span,
                     .mass_per_length = model.section.mass_per_length * s_slope});
  Displacement displacement{.element = element};
  for (std::size_t j = 0; j < kElementUnknowns; ++j) {
    const Eigen::Vector2d by(r.x.d[j] - r_slope.x.value / s_slope * s.d[j],
                             r.y.d[j] - r_slope.y.value / s_slope * s.d[j]);
    displacement.across[j] = by.dot(place.normal);
    displacement.along[j] = by.dot(place.tangent);
  }
  displacements_.push_back(displacement);
}

template <class Path>
void LinearBelt::add_results(const Base& base, const Path& path) {
  add_span_forces(base, path);
  add_points(base, path);
  matrix_.set_terms(size_, numerics::merged(std::move(entries_)));
  others_ = numerics::merged(std::move(others_));
}

LinearBelt::LinearBelt(const Base& base)
    : n_(base.equations.model().mesh.size()), rests_(base.flux == 0.0), is_open_(base.is_open), ends_(base.ends) {
  const std::vector<LinearContact> contacts =
      rests_ ? base.system.resting_contacts(base.unknowns) : base.system.linear_contacts(base.unknowns);
  stays_.assign(base.speeds.size(), 0.0);
  remembered_.assign(base.speeds.size(), 0.0);
  lay_out(base, contacts);
  add_belt(base);
  if (!parted_.empty()) add_parted_slopes(base);
  if (is_open_) add_ends(base);
  for (const LinearContact& contact : contacts) add_contact(contact);
  add_pulleys(base);
  add_mounts(base);
}

LinearBelt::LinearBelt(const Base& base, const BeltPath& path) : LinearBelt(base) { add_results(base, path); }

LinearBelt::LinearBelt(const Base& base, const RopePath& path) : LinearBelt(base) { add_results(base, path); }

LinearBelt::LinearBelt(SteadyBelt& belt, const BeltPath& path, double time)
    : LinearBelt({.system = belt.system(),
                  .unknowns = belt.unknowns(),
                  .equations = belt.equations(),
                  .flux = belt.flux(),
                  .speeds = belt.speeds(),
                  .mounts = belt.placement().mounts,
                  .time = time},
                 path) {}

std::vector<LinearBelt::Factor> LinearBelt::factors(Complex s) const {
  // Largest |s h| for which the quotient is evaluated as a series.
  constexpr double kShort = 1e-2;
  const Complex one_over_s = 1.0 / s;
  std::vector<Factor> all{{1.0, 0.0, 0.0}};
  for (const double h : delays_) {
    const Complex delayed = std::exp(-s * h);
    all.push_back({delayed, -h * delayed, h * h * delayed});
    if (std::abs(s) * h > kShort) {
      const Complex mean = (1.0 - delayed) * one_over_s;
      const Complex slope = (h * delayed - mean) * one_over_s;
      all.push_back({mean, slope, -(h * h * delayed + 2.0 * slope) * one_over_s});
      continue;
    }
    // h (1 − x/2 + x²/6 − …) with x = s h, and its derivatives; two terms suffice for the second derivative, which only
    // guesses use
    constexpr int kTerms = 8;
    Factor series{0.0, 0.0, h * h * h * (1.0 / 3.0 - 0.25 * s * h)};
    Complex term = h;
    for (int k = 1; k <= kTerms; ++k) {
      series.value += term;
      const Complex next = -term * s * h / (k + 1.0);
      series.slope += -term * h / (k + 1.0) * static_cast<double>(k);
      term = next;
    }
    all.push_back(series);
  }
  return all;
}

std::vector<numerics::LaneComplex> LinearBelt::lane_factors(std::span<const Complex> s, Complex Factor::*part) const {
  std::vector<numerics::LaneComplex> lanes(1 + 2 * delays_.size());
  for (std::size_t lane = 0; lane < numerics::kLuLanes; ++lane) {
    const std::vector<Factor> factors = this->factors(s[std::min(lane, s.size() - 1)]);
    for (std::size_t i = 0; i < factors.size(); ++i) {
      lanes[i].re[lane] = (factors[i].*part).real();
      lanes[i].im[lane] = (factors[i].*part).imag();
    }
  }
  return lanes;
}

double LinearBelt::longest_memory() const { return remembered_.empty() ? 0.0 : *std::ranges::max_element(remembered_); }

double LinearBelt::longest_delay() const { return stays_.empty() ? 0.0 : *std::ranges::max_element(stays_); }

void LinearBelt::expand(std::span<const Complex> s, Delays delays) {
  const std::vector<numerics::LaneComplex> values = lane_factors(s, &Factor::value);
  if (delays == Delays::stay) {
    const std::vector<numerics::LaneComplex> none(values.size());
    return matrix_.expand(s, values, none, none);
  }
  matrix_.expand(s, values, lane_factors(s, &Factor::slope), lane_factors(s, &Factor::bend));
}

std::vector<bool> LinearBelt::factorise(std::span<const Complex> s, numerics::Digits digits) {
  throw_if_stopped();
  const std::vector<numerics::LaneComplex> lanes = lane_factors(s, &Factor::value);
  const std::array<bool, numerics::kLuLanes> is_regular =
      matrix_.factorise(s, lanes, digits == numerics::Digits::some ? kSomeDigits : kAllDigits);
  return std::vector<bool>(is_regular.begin(), is_regular.begin() + static_cast<std::ptrdiff_t>(s.size()));
}

Eigen::VectorXcd LinearBelt::derivative(Complex s, const Eigen::VectorXcd& x) const {
  const std::vector<Factor> factors = this->factors(s);
  Eigen::VectorXcd y = Eigen::VectorXcd::Zero(size_);
  for (const Entry& e : matrix_.terms()) {
    const Complex value = e.constant + s * (e.linear + s * e.quadratic);
    const Factor& factor = factors[e.factor];
    y[e.row] += ((e.linear + 2.0 * s * e.quadratic) * factor.value + value * factor.slope) * x[e.column];
  }
  return y;
}

LinearBelt::Motion LinearBelt::motion(Complex s, const Eigen::VectorXcd& x, const Eigen::VectorXcd& inputs) const {
  Motion motion;
  for (const SpanForce& force : span_forces_) {
    Complex sum = 0.0;
    for (std::size_t j = 0; j < kElementUnknowns; ++j) {
      sum += (force.by[j] + s * force.by_rate[j]) * x[q_at(force.element, j)];
    }
    motion.span_force.push_back(sum);
  }
  const Complex rate = rests_ ? s : 1.0;
  for (const int at : speed_at_) motion.angular_velocity.push_back(rate * (at < size_ ? x[at] : inputs[at - size_]));
  for (const int at : mount_at_) motion.mount_position.push_back(at < 0 ? Complex(0.0) : x[at]);
  const std::size_t n = speed_at_.size();
  motion.moment.assign(n, 0.0);
  motion.mount_force.assign(n, 0.0);
  motion.hub_load.assign(n, 0.0);
  const std::array<std::vector<Complex>*, 3> results{&motion.moment, &motion.mount_force, &motion.hub_load};
  for (const Entry& e : others_) {
    if (e.row < size_) continue;
    const auto i = static_cast<std::size_t>(e.row - size_);
    (*results[i / n])[i % n] += (e.constant + s * e.linear) * x[e.column];
  }
  for (std::size_t p = 0; p < n; ++p) {
    const int at = accessory_at_[p];
    const Complex speed = at >= 0 ? x[at] : rigid_[p] ? motion.angular_velocity[p] : Complex(0.0);
    motion.accessory_speed.push_back(speed);
    motion.accessory_torque.push_back(at >= 0     ? x[at + 1]
                                      : rigid_[p] ? (s * rigid_[p]->inertia + rigid_[p]->resistance) * speed
                                                  : Complex(0.0));
  }
  return motion;
}

LinearBelt::Motion LinearBelt::motion_of(Complex s, const Eigen::VectorXcd& x) const {
  return motion(s, x, Eigen::VectorXcd::Zero(n_prescribed_));
}

std::vector<LinearBelt::Motion> LinearBelt::responses(std::span<const Complex> s, const LinearExcitation& excitation) {
  std::vector<Motion> motions;
  for (std::size_t first = 0; first < s.size(); first += n_lanes()) {
    const std::span<const Complex> part = s.subspan(first, std::min(n_lanes(), s.size() - first));
    if (std::ranges::all_of(factorise(part, numerics::Digits::all), std::identity())) {
      add_responses(part, excitation, motions);
      continue;
    }
    // Pivots that suit some s may not suit others: each s is factorised by itself then.
    for (std::size_t i = 0; i < part.size(); ++i) {
      if (!factorise(part.subspan(i, 1), numerics::Digits::all)[0]) {
        throw SolverError("the response is unbounded: the drive has an undamped mode at this frequency");
      }
      add_responses(part.subspan(i, 1), excitation, motions);
    }
  }
  return motions;
}

int LinearBelt::row_of(const LinearExcitation& excitation) const {
  const std::size_t p = excitation.pulley;
  switch (excitation.quantity) {
    case LinearQuantity::force:
      return mount_at_[p];
    case LinearQuantity::accessory_torque:
      return rigid_[p] ? speed_at_[p] : accessory_at_[p];
    default:
      return speed_at_[p];
  }
}

void LinearBelt::add_responses(std::span<const Complex> s, const LinearExcitation& excitation,
                               std::vector<Motion>& motions) const {
  const auto n = static_cast<Eigen::Index>(s.size());
  Eigen::VectorXcd inputs = Eigen::VectorXcd::Zero(n_prescribed_);
  Eigen::MatrixXcd rhs = Eigen::MatrixXcd::Zero(size_, n);
  const int at = row_of(excitation);
  if (at < size_) {
    if (at >= 0) rhs.row(at).setOnes();
  } else {
    for (Eigen::Index i = 0; i < n; ++i) {
      const Complex value = s[static_cast<std::size_t>(i)];
      const std::vector<Factor> factors = this->factors(value);
      for (const Entry& e : others_) {
        if (e.column == at)
          rhs(e.row, i) -= input_of(value) * (e.constant + value * e.linear) * factors[e.factor].value;
      }
    }
  }
  Eigen::MatrixXcd x;
  solve(rhs, x);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Complex value = s[static_cast<std::size_t>(i)];
    if (at >= size_) inputs[at - size_] = input_of(value);
    motions.push_back(motion(value, x.col(i), inputs));
  }
}

}  // namespace beltdyn::eulerian::ale
