// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/static_beam/static_beam.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/stop_request.hpp"
#include "core/drive/friction_laws.hpp"
#include "lagrangian/ancf/static_beam/taut_string.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

using numerics::kBlock;
using numerics::kBlockEntries;

// Accepted residual relative to the loads, and relative to EA, the rounding of the axial force [-].
constexpr double kLoadShare = 1e-9;
constexpr double kRoundingShare = 1e-12;
// Largest displacement of a point in an iteration, relative to the length [-].
constexpr double kLongestMove = 0.1;
// Largest penetration in a first guess, relative to the radius [-].
constexpr double kDeepestPenetration = 0.5;
// Most halvings of the step in a line search.
constexpr int kMostHalvings = 12;
// Most halvings of a load that is not reached in one step.
constexpr int kDeepestSteps = 10;

// A store without history: contact without friction has none.
struct NoMemory {
  static SegmentMemory<double> memory(std::size_t) { return {.radial = {1.0, 0.0}}; }
  static std::size_t n() { return 0; }
  static double value(std::size_t, std::size_t) { return 0.0; }
  static double mode(std::size_t, std::size_t) { return 0.0; }
  static void keep(std::size_t, const SegmentTrial<double>&) {}
  static void keep_variable(std::size_t, std::size_t, bool, double, double) {}
};

ContactLaws frictionless(double stiffness) {
  return {.normal = contact::LawTable<NormalLaw>({contact::PenaltyNormal({.stiffness = stiffness})}), .friction = {}};
}

// The nodes of an element as quadrature points of the axial strain.
constexpr std::array<Shape, 2> kNodeSlopes{{{0.0, 1.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 1.0}}};

}  // namespace

StaticBeam::StaticBeam(const SupportedBeamDrive& drive, const StaticBeamParameters& parameters)
    : drive_(drive),
      parameters_(parameters),
      n_nodes_(static_cast<std::size_t>(parameters.elements) + 1),
      section_{.axial_stiffness = drive.axial_stiffness,
               .bending_stiffness = drive.bending_stiffness,
               .mass_per_length = drive.mass_per_length},
      rule_(parameters.integration, drive.length / parameters.elements, drive.mass_per_length),
      axial_(rule_.axial),
      laws_(frictionless(drive.circle.contact_stiffness * rule_.length / parameters.segments_per_element)),
      scratch_(static_cast<std::size_t>(parameters.segments_per_element)),
      normal_force_(static_cast<std::size_t>(parameters.elements * parameters.segments_per_element)),
      matrix_(numerics::CyclicChainLayout(static_cast<int>(n_nodes_), 1)),
      solver_(matrix_),
      residual_(matrix_.layout.size_with_halo(kBlock)),
      column_(residual_.size()),
      row_(residual_.size()) {
  if (rule_.nodal_weight != 0.0) {
    for (const Shape& slope : kNodeSlopes) axial_.push_back({.slope = slope, .weight = rule_.nodal_weight});
  }
  for (int k = 0; k <= parameters.segments_per_element; ++k) {
    const double xi = static_cast<double>(k) / parameters.segments_per_element;
    contact_points_.push_back({.position = position_shape(xi, rule_.length), .slope = slope_shape(xi, rule_.length)});
  }
  state_.q.assign(residual_.size(), 0.0);
  for (std::size_t node = 0; node < n_nodes_; ++node) {
    state_.q[at(node, 0)] = rule_.length * static_cast<double>(node);
    state_.q[at(node, 2)] = 1.0;
  }
  state_.y = drive.circle.rest_position.y();
  step_ = state_;
}

ElementMotion<double> StaticBeam::motion_of(const State& state, std::size_t element) const {
  ElementMotion<double> motion{};
  for (std::size_t i = 0; i < kElementVectors; ++i) {
    const std::size_t place = at(element, 2 * i);
    motion.q[i] = {state.q[place], state.q[place + 1]};
  }
  return motion;
}

CircleContact<double> StaticBeam::circle_at(double y) const {
  CircleContact<double> circle{};
  circle.center = {drive_.circle.rest_position.x(), y};
  circle.radius = drive_.circle.radius;
  circle.contact_radius = drive_.circle.radius;
  return circle;
}

// Contact as in mode `consistent`, by the present gap, without friction. A nominal step of 1 s is used, since time has
// no influence.
ContactStep StaticBeam::contact_step() const {
  return {.frame = parameters_.contact_frame,
          .length = 1.0,
          .implicitness = 1.0,
          .velocity_rate = 0.0,
          .segment_length = rule_.length / parameters_.segments_per_element};
}

StaticBeam::State StaticBeam::laid_on_string(double force) const {
  // Around a circle smaller by the penetration at which the contact balances N/R.
  const TautString rigid(drive_, force);
  SupportedBeamDrive drive = drive_;
  const double R = drive.circle.radius;
  const double penetration = rigid.force() * rigid.stretch() / (drive.circle.contact_stiffness * R);
  drive.circle.radius -= std::min(penetration, kDeepestPenetration * R);
  const TautString string(drive, force);
  State state = state_;
  state.y = string.circle_position();
  for (std::size_t node = 0; node < n_nodes_; ++node) {
    const StringPoint point = string.point(rule_.length * static_cast<double>(node));
    const bool is_clamped = (node == 0 && drive_.supports[0] == BeamSupport::clamped) ||
                            (node + 1 == n_nodes_ && drive_.supports[1] == BeamSupport::clamped);
    const Eigen::Vector2d tangent = is_clamped ? Eigen::Vector2d::UnitX().eval() : point.tangent;
    state.q[at(node, 0)] = point.position.x();
    state.q[at(node, 1)] = point.position.y();
    state.q[at(node, 2)] = string.stretch() * tangent.x();
    state.q[at(node, 3)] = string.stretch() * tangent.y();
  }
  // Keep the supports exactly.
  for (const std::size_t node : {std::size_t{0}, n_nodes_ - 1}) {
    state.q[at(node, 0)] = state_.q[at(node, 0)];
    state.q[at(node, 1)] = 0.0;
  }
  return state;
}

void StaticBeam::add(std::size_t element, const ElementSystem<double>& system) {
  for (std::size_t i = 0; i < kElementVectors; ++i) {
    residual_[at(element, 2 * i)] += system.residual[i].x;
    residual_[at(element, 2 * i) + 1] += system.residual[i].y;
    for (std::size_t j = 0; j < kElementVectors; ++j) {
      const std::size_t row = i / 2;
      const std::size_t column = j / 2;
      numerics::AlignedVector& blocks =
          row == column ? matrix_.diagonal : (row < column ? matrix_.upper : matrix_.lower);
      const std::size_t node = element + (row == column ? row : 0);
      double* block = blocks.data() + node * kBlockEntries + 2 * (i % 2) * kBlock + 2 * (j % 2);
      block[0] += system.tangent[i][j].xx;
      block[1] += system.tangent[i][j].xy;
      block[kBlock] += system.tangent[i][j].yx;
      block[kBlock + 1] += system.tangent[i][j].yy;
    }
  }
}

// The circle gets the opposite forces of the beam; moving it by dy equals moving all points of the beam by −dy.
void StaticBeam::add_circle(std::size_t element, const ElementSystem<double>& contact) {
  for (const std::size_t r : {0U, 2U}) {
    circle_residual_ -= contact.residual[r].y;
    for (std::size_t j = 0; j < kElementVectors; ++j) {
      row_[at(element, 2 * j)] -= contact.tangent[r][j].yx;
      row_[at(element, 2 * j) + 1] -= contact.tangent[r][j].yy;
      column_[at(element, 2 * j)] -= contact.tangent[j][r].xy;
      column_[at(element, 2 * j) + 1] -= contact.tangent[j][r].yy;
    }
    for (const std::size_t s : {0U, 2U}) corner_ += contact.tangent[r][s].yy;
  }
}

void StaticBeam::assemble(const State& state, double force) {
  for (auto* values : {&residual_, &column_, &row_, &matrix_.diagonal, &matrix_.upper, &matrix_.lower}) {
    std::fill(values->begin(), values->end(), 0.0);
  }
  circle_residual_ = drive_.circle.spring_stiffness * (state.y - drive_.circle.rest_position.y()) - force;
  corner_ = drive_.circle.spring_stiffness;
  const CircleContact<double> circle = circle_at(state.y);
  const ContactStep step = contact_step();
  const Vec2<double> weight{section_.mass_per_length * drive_.gravity.x(),
                            section_.mass_per_length * drive_.gravity.y()};
  for (std::size_t element = 0; element + 1 < n_nodes_; ++element) {
    const ElementMotion<double> motion = motion_of(state, element);
    ElementSystem<double> system{};
    for (const auto& [slope, quadrature_weight] : axial_) {
      add_axial<true>(axial_point<true>(section_, interpolate(slope, motion.q), {}, 0.0), slope, quadrature_weight,
                      system);
    }
    for (const BendingPoint& point : rule_.bending)
      add_bending<true>(section_, point, motion, point.weight, 0.0, system);
    for (std::size_t i = 0; i < kElementVectors; ++i) system.residual[i] = system.residual[i] - rule_.load[i] * weight;
    add(element, system);
    ElementSystem<double> contact{};
    PulleyCoupling<double> coupling{};
    add_contact<true, ContactFriction::consistent>(std::span<const ContactPoint>(contact_points_), motion, circle, 0.0,
                                                   laws_, step, NoMemory{}, scratch_, contact, coupling);
    add(element, contact);
    add_circle(element, contact);
  }
  fix_supports();
}

// Removes held unknowns from the system, and stores the forces that hold them.
void StaticBeam::fix_supports() {
  for (std::size_t support = 0; support < 2; ++support) {
    const std::size_t node = support == 0 ? 0 : n_nodes_ - 1;
    for (std::size_t c = 0; c < kBlock; ++c) {
      const bool is_held = c < 2 || (c == 3 && drive_.supports[support] == BeamSupport::clamped);
      support_force_[support][c] = is_held ? residual_[at(node, c)] : 0.0;
      if (!is_held) continue;
      residual_[at(node, c)] = column_[at(node, c)] = row_[at(node, c)] = 0.0;
      const auto clear = [c](double* block, bool row) {
        for (std::size_t k = 0; k < kBlock; ++k) block[row ? c * kBlock + k : k * kBlock + c] = 0.0;
      };
      double* diagonal = matrix_.diagonal.data() + node * kBlockEntries;
      clear(diagonal, true);
      clear(diagonal, false);
      diagonal[c * kBlock + c] = section_.axial_stiffness;
      const std::size_t element = support == 0 ? 0 : n_nodes_ - 2;
      clear(matrix_.upper.data() + element * kBlockEntries, support == 0);
      clear(matrix_.lower.data() + element * kBlockEntries, support == 1);
    }
  }
}

double StaticBeam::residual_norm() const {
  double largest = std::abs(circle_residual_);
  for (std::size_t node = 0; node < n_nodes_; ++node) {
    for (std::size_t c = 0; c < kBlock; ++c) {
      const double force = std::abs(residual_[at(node, c)]) / (c < 2 ? 1.0 : rule_.length);
      if (!std::isfinite(force)) return INFINITY;
      largest = std::max(largest, force);
    }
  }
  return largest;
}

double StaticBeam::tolerance(double force) const {
  if (parameters_.newton_tolerance > 0.0) return parameters_.newton_tolerance;
  const double weight = section_.mass_per_length * drive_.length * drive_.gravity.norm();
  return kLoadShare * (std::abs(force) + weight) + kRoundingShare * section_.axial_stiffness;
}

bool StaticBeam::solve_system() {
  ++statistics_.factorisations;
  if (!solver_.factorise()) return false;
  for (std::size_t i = 0; i < residual_.size(); ++i) step_.q[i] = -residual_[i];
  numerics::AlignedVector by_circle = column_;
  solver_.solve(step_.q);
  solver_.solve(by_circle);
  double rhs = -circle_residual_;
  double pivot = corner_;
  for (std::size_t i = 0; i < kBlock * n_nodes_; ++i) {
    rhs -= row_[i] * step_.q[i];
    pivot -= row_[i] * by_circle[i];
  }
  step_.y = rhs / pivot;
  for (std::size_t i = 0; i < step_.q.size(); ++i) step_.q[i] -= step_.y * by_circle[i];
  return std::isfinite(step_.y);
}

bool StaticBeam::newton(State& state, double force) {
  assemble(state, force);
  double norm = residual_norm();
  const double accepted = tolerance(force);
  for (int iteration = 0; norm > accepted; ++iteration) {
    if (iteration == parameters_.newton_iterations || !std::isfinite(norm) || !solve_system()) return false;
    ++statistics_.newton_iterations;
    double longest = std::abs(step_.y);
    for (std::size_t node = 0; node < n_nodes_; ++node) {
      longest = std::max(longest, std::hypot(step_.q[at(node, 0)], step_.q[at(node, 1)]));
    }
    double share = std::min(1.0, kLongestMove * drive_.length / longest);
    const State before = state;
    const double norm_before = norm;
    for (int halving = 0; halving <= kMostHalvings; ++halving, share *= 0.5) {
      for (std::size_t i = 0; i < state.q.size(); ++i) state.q[i] = before.q[i] + share * step_.q[i];
      state.y = before.y + share * step_.y;
      assemble(state, force);
      norm = residual_norm();
      if (norm < norm_before) break;
    }
    if (!(norm < norm_before)) return false;
  }
  return true;
}

void StaticBeam::keep(const State& state, double force) {
  state_ = state;
  force_ = force;
  assemble(state_, force_);
  circle_force_ =
      drive_.circle.spring_stiffness * (state_.y - drive_.circle.rest_position.y()) - force_ - circle_residual_;
  const CircleContact<double> circle = circle_at(state_.y);
  const ContactStep step = contact_step();
  std::size_t segment = 0;
  for (std::size_t element = 0; element + 1 < n_nodes_; ++element) {
    const ElementMotion<double> motion = motion_of(state_, element);
    find_contact_forces<false, ContactFriction::consistent>(std::span<const ContactPoint>(contact_points_), motion,
                                                            circle, 0.0, laws_, step, NoMemory{}, scratch_);
    for (const SegmentForce<double>& force_of : scratch_.forces) normal_force_[segment++] = force_of.normal;
  }
}

bool StaticBeam::step_to(double force) {
  // The guess closer to equilibrium comes first.
  std::array<State, 2> guesses{state_, laid_on_string(force)};
  std::array<double, 2> norms{};
  for (std::size_t i = 0; i < guesses.size(); ++i) {
    assemble(guesses[i], force);
    norms[i] = residual_norm();
  }
  if (norms[1] < norms[0]) std::swap(guesses[0], guesses[1]);
  for (State& guess : guesses) {
    if (!newton(guess, force)) continue;
    keep(guess, force);
    return true;
  }
  return false;
}

void StaticBeam::solve(double force) {
  const State before = state_;
  const double force_before = force_;
  const double whole = force - force_before;
  double reached = 0.0;
  double share = 1.0;
  ++statistics_.steps;
  while (reached < 1.0) {
    throw_if_stopped();
    const double next = std::min(1.0, reached + share);
    if (step_to(next == 1.0 ? force : force_before + next * whole)) {
      reached = next;
      continue;
    }
    ++statistics_.rejected_steps;
    share *= 0.5;
    if (share < std::ldexp(1.0, -kDeepestSteps)) {
      const double stuck = force_before + reached * whole;
      keep(before, force_before);
      throw SolverError(fmt::format(
          "no equilibrium found beyond a force of {:.6g} N on the circle, between {:.6g} N and {:.6g} N: the contact "
          "is too stiff for this mesh; use more elements or segments, a lower contact_stiffness or shorter steps",
          stuck, force_before, force));
    }
  }
}

SupportReaction StaticBeam::reaction(std::size_t support) const {
  const std::size_t node = support == 0 ? 0 : n_nodes_ - 1;
  const auto& f = support_force_[support];
  // A rotation by dα changes r' by dα (−r'_y, r'_x).
  return {.force = {f[0], f[1]}, .moment = state_.q[at(node, 2)] * f[3]};
}

BeamPoint StaticBeam::point(double x) const {
  const double place = x / rule_.length;
  const std::size_t element = std::min(static_cast<std::size_t>(place), n_nodes_ - 2);
  const double xi = place - static_cast<double>(element);
  const ElementMotion<double> motion = motion_of(state_, element);
  const Vec2<double> slope = interpolate(slope_shape(xi, rule_.length), motion.q);
  return {.position = interpolate(position_shape(xi, rule_.length), motion.q),
          .stretch = std::hypot(slope.x, slope.y),
          .force = axial_point<false>(section_, slope, {}, 0.0).tension};
}

double StaticBeam::pressure(double x) const {
  const double segment = x / contact_step().segment_length;
  const std::size_t index = std::min(static_cast<std::size_t>(segment), normal_force_.size() - 1);
  return normal_force_[index] / (contact_step().segment_length * point(x).stretch);
}

double StaticBeam::contact_length() const {
  return contact_step().segment_length * static_cast<double>(std::count_if(normal_force_.begin(), normal_force_.end(),
                                                                           [](double normal) { return normal > 0.0; }));
}

std::vector<double> StaticBeam::values() const {
  std::vector<double> values{force_, state_.y};
  values.insert(values.end(), state_.q.begin(), state_.q.end());
  return values;
}

void StaticBeam::restore(const std::vector<double>& values, const SolverStatistics& statistics) {
  if (values.size() != state_.q.size() + 2) {
    throw IoError("the checkpoint belongs to another mesh; run again with --force");
  }
  State state;
  state.y = values[1];
  state.q.assign(values.begin() + 2, values.end());
  keep(state, values[0]);
  statistics_ = statistics;
}

}  // namespace beltdyn::lagrangian::ancf
