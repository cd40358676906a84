// SPDX-License-Identifier: MIT
#include "lagrangian/rope/rope_model.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/stop_request.hpp"
#include "lagrangian/rope/rope_matrix.hpp"

namespace beltdyn::lagrangian::rope {
namespace {

// Accepted residual: relative to the tension, and for the rounding of the axial force and of the penalty, in units of
// EA and of ε_N h |x| [-].
constexpr double kResidual = 1e-10;
constexpr double kRoundingOfStrain = 1e-17;
constexpr double kRoundingOfGap = 4e-16;
constexpr int kMostIterations = 60;
// After this number of iterations contact points are likely to alternate between stick and slip. Then corrections are
// shortened until they reduce the residual, down to this part [-].
constexpr int kFullIterations = 20;
constexpr double kSmallestPart = 1.0 / 16.0;
// Penetration by the tension with the default stiffness, relative to the radius of curvature [-]. Force ratios are
// wrong by 10 to 50 times as much on tori, where the rope shifts sideways; rounding is 1e-8 of it.
constexpr double kDefaultDepth = 2e-8;
// The same for a laid rope, and for stick if a normal stiffness is given [-]: [Konyukhov 2021] has 2.1e6 N/m² for 10 N
// on a radius of 1 m.
constexpr double kSoftDepth = 10.0 / 2.1e6;
// A gap that counts as closed, relative to the penetration [-].
constexpr double kTouchingDepth = 0.01;
// Largest displacement in an iteration, relative to the rope's length [-].
constexpr double kLongestMove = 0.05;

NodeFrame node_frame(const surface::RopeCourse& course, double t) {
  const surface::CurvePoint at = course.curve(t);
  const surface::DarbouxFrame frame = course.frame(t);
  const Vector bend = frame.geodesic_curvature * frame.across() - frame.normal_curvature * frame.normal;
  const Vector normal_slope = course.surface->proximity(at.position).hessian * frame.tangent;
  return {.position = at.position,
          .tangent = frame.tangent,
          .normal = frame.normal,
          .across = frame.across(),
          .normal_slope = normal_slope,
          .across_slope = normal_slope.cross(frame.tangent) + frame.normal.cross(bend)};
}

// The largest force of a residual. On the position of a node a force acts; on its other vectors, which are
// dimensionless, a moment, which is converted to a force at this length.
double largest_force(const Eigen::VectorXd& residual, Eigen::Index per_node, double length) {
  double largest = 0.0;
  for (Eigen::Index node = 0; node < residual.size(); node += per_node) {
    const double force = residual.segment<3>(node).lpNorm<Eigen::Infinity>();
    const double moment = residual.segment(node + 3, per_node - 3).lpNorm<Eigen::Infinity>();
    const double of_node = std::max(force, moment / length);
    if (!std::isfinite(force + moment)) return HUGE_VAL;
    largest = std::max(largest, of_node);
  }
  return largest;
}

}  // namespace

RopeContactOptions RopeContactOptions::for_tension(double tension, const surface::RopeCourse& course,
                                                   RopeStart start) const {
  const double pressing = tension * std::pow(course.largest_normal_curvature(), 2);
  const bool is_hard = normal_stiffness == 0.0 && start == RopeStart::settled;
  const double stiffness = pressing / (is_hard ? kDefaultDepth : kSoftDepth);
  RopeContactOptions options = *this;
  if (normal_stiffness == 0.0) options.normal_stiffness = stiffness;
  if (is_hard) options.exclude_initial_gap = true;
  if (tangential_stiffness == 0.0) options.tangential_stiffness = stiffness;
  return options;
}

RopeModel::RopeModel(surface::RopeCourse course, std::unique_ptr<RopeElements> elements, int n_elements,
                     const RopeContactOptions& contact, RopeStart start, double tension)
    : course_(std::move(course)),
      elements_(std::move(elements)),
      n_elements_(static_cast<std::size_t>(n_elements)),
      per_node_(3 * static_cast<Eigen::Index>(elements_->vectors_per_node())),
      length_(course_.length() / n_elements),
      law_{.normal = contact.normal_stiffness,
           .tangential = contact.tangential_stiffness,
           .friction = 0.0,
           .touching = std::min(
               kTouching, kTouchingDepth * tension * course_.largest_normal_curvature() / contact.normal_stiffness),
           .sides = course_.surface->sides()},
      augmentations_(contact.augmentations) {
  lay(start, tension, contact);
  make_contact_points(start, tension, contact);
  const Eigen::Index size = static_cast<Eigen::Index>(n_elements_ + 1) * per_node_;
  u_ = committed_ = residual_ = Eigen::VectorXd::Zero(size);
  matrix_ = std::make_unique<ChainMatrix>(static_cast<int>(n_elements_) + 1, static_cast<int>(per_node_));
}

RopeModel::~RopeModel() = default;
RopeModel::RopeModel(RopeModel&&) noexcept = default;
RopeModel& RopeModel::operator=(RopeModel&&) noexcept = default;

// Settled: nodes are moved inwards by T k_n/ε_N; with an augmented Lagrangian they stay, and the multipliers bear T
// k_n. The reference vectors are computed after that move, which otherwise would compress the rope.
void RopeModel::lay(RopeStart start, double tension, const RopeContactOptions& contact) {
  const std::vector<double> places = course_.equal_parts(static_cast<int>(n_elements_));
  for (const double t : places) {
    NodeFrame frame = node_frame(course_, t);
    if (start == RopeStart::settled && contact.augmentations == 0) {
      const double depth = tension * course_.frame(t).normal_curvature / contact.normal_stiffness;
      frame.position -= depth * frame.normal;
      frame.tangent -= depth * frame.normal_slope;
    }
    for (Vector& vector : elements_->node_vectors(frame)) reference_.push_back(vector);
  }
  elements_->set_reference(reference_, length_);
  end_tangents_ = {course_.frame(places.front()).tangent, course_.frame(places.back()).tangent};
  size_ = std::max(reference_.front().norm(), reference_.back().norm());
  middle_across_ = course_.frame(places[n_elements_ / 2]).across();
}

void RopeModel::make_contact_points(RopeStart start, double tension, const RopeContactOptions& contact) {
  const auto rule = contact_rule(contact.quadrature, contact.points, contact.subdomains);
  const auto vectors = static_cast<std::size_t>(elements_->vectors_per_node());
  for (std::size_t element = 0; element < n_elements_; ++element) {
    for (const RulePoint& place : rule) {
      ContactPoint point{.element = element,
                         .xi = place.xi,
                         .weight = 0.0,
                         .shape = elements_->position_shape(place.xi),
                         .reference = Vector::Zero(),
                         .tangent = Vector::Zero(),
                         .memory = {}};
      const std::vector<double> slope = elements_->slope_shape(place.xi);
      for (std::size_t k = 0; k < point.shape.size(); ++k) {
        point.reference += point.shape[k] * reference_[element * vectors + k];
        point.tangent += slope[k] * reference_[element * vectors + k];
      }
      point.weight = place.weight * point.tangent.norm();
      point.tangent.normalize();
      point.memory.stick_point = point.reference;
      const surface::Proximity at = course_.surface->proximity(point.reference);
      // Pressure of a settled rope on the surface.
      const double pressure =
          start == RopeStart::settled ? tension * point.tangent.dot(at.hessian * point.tangent) : 0.0;
      const bool is_sunk = contact.augmentations == 0;
      if (!is_sunk) point.memory.multiplier = pressure;
      point.memory.zero_gap = course_.rope_radius;
      if (contact.exclude_initial_gap) {
        point.memory.zero_gap = at.distance + (is_sunk ? pressure / contact.normal_stiffness : 0.0);
      }
      points_.push_back(std::move(point));
    }
  }
}

std::vector<Vector> RopeModel::element_displacements(std::size_t element, const Eigen::VectorXd& u) const {
  std::vector<Vector> vectors;
  const Eigen::Index first = static_cast<Eigen::Index>(element) * per_node_;
  for (Eigen::Index i = 0; i < 2 * per_node_; i += 3) vectors.emplace_back(u.segment<3>(first + i));
  return vectors;
}

Vector RopeModel::place(const ContactPoint& point, const Eigen::VectorXd& u) const {
  Vector x = point.reference;
  const Eigen::Index first = static_cast<Eigen::Index>(point.element) * per_node_;
  for (std::size_t k = 0; k < point.shape.size(); ++k) {
    if (point.shape[k] != 0.0) x += point.shape[k] * u.segment<3>(first + 3 * static_cast<Eigen::Index>(k));
  }
  return x;
}

void RopeModel::assemble_contact() {
  for (const ContactPoint& point : points_) {
    const Vector x = place(point, u_);
    const surface::Proximity at = course_.surface->proximity(x);
    const auto found = contact_force<double>(law_, point.memory, x, at.distance, at.normal);
    Vector force = point.weight * found.force;
    Matrix tangent = Matrix::Zero();
    if (found.touching) tangent = point.weight * contact_tangent(law_, point.memory, x, at, found);
    if (viscosity_rate_ > 0.0) {
      force -= point.weight * viscosity_rate_ * (x - place(point, committed_));
      tangent -= point.weight * viscosity_rate_ * Matrix::Identity();
    } else if (!found.touching) {
      continue;
    }
    const Eigen::Index first = static_cast<Eigen::Index>(point.element) * per_node_;
    const auto n = static_cast<Eigen::Index>(point.shape.size());
    for (Eigen::Index i = 0; i < n; ++i) {
      const double w = point.shape[static_cast<std::size_t>(i)];
      if (w == 0.0) continue;
      residual_.segment<3>(first + 3 * i) -= w * force;
      for (Eigen::Index j = 0; j < n; ++j) {
        const double ww = w * point.shape[static_cast<std::size_t>(j)];
        if (ww != 0.0) matrix_->add(point.element, 3 * i, 3 * j, -ww * tangent);
      }
    }
  }
}

void RopeModel::assemble(const RopeLoad& load) {
  residual_.setZero();
  matrix_->clear();
  ElementVector force(2 * per_node_);
  ElementMatrix stiffness(2 * per_node_, 2 * per_node_);
  for (std::size_t element = 0; element < n_elements_; ++element) {
    force.setZero();
    stiffness.setZero();
    elements_->add(element, element_displacements(element, u_), force, stiffness);
    residual_.segment(static_cast<Eigen::Index>(element) * per_node_, 2 * per_node_) += force;
    matrix_->add(element, stiffness);
  }
  assemble_contact();
  residual_.head<3>() += load.tension * end_tangents_[0];
  const double pulled = load.tension + load.spring_stiffness * (load.pull - end_displacement());
  residual_.segment<3>(residual_.size() - per_node_) -= pulled * end_tangents_[1];
  matrix_->add(n_elements_ - 1, per_node_, per_node_,
               load.spring_stiffness * end_tangents_[1] * end_tangents_[1].transpose());
}

bool RopeModel::newton(const RopeLoad& load, SolverStatistics& statistics) {
  const double accepted = kResidual * load.tension + kRoundingOfStrain * elements_->axial_stiffness() +
                          kRoundingOfGap * law_.normal * length_ * size_;
  const auto find_norm = [&] {
    assemble(load);
    return largest_force(residual_, per_node_, arc_length());
  };
  double norm = find_norm();
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    throw_if_stopped();
    if (!std::isfinite(norm)) return false;
    if (norm <= accepted) return true;
    ++statistics.newton_iterations;
    ++statistics.factorisations;
    if (!matrix_->solve(residual_)) return false;
    double longest = 0.0;
    for (Eigen::Index node = 0; node < residual_.size(); node += per_node_) {
      longest = std::max(longest, residual_.segment<3>(node).norm());
    }
    const double most = kLongestMove * arc_length();
    const Eigen::VectorXd move = std::min(1.0, most / std::max(longest, most)) * residual_;
    const double before = norm;
    double part = 1.0;
    u_ -= move;
    norm = find_norm();
    while (iteration >= kFullIterations && !(norm < before) && part > kSmallestPart) {
      part *= 0.5;
      u_ += part * move;
      norm = find_norm();
    }
  }
  return norm <= accepted;
}

// λ takes over the force of the penalty, [Konyukhov 2021] Section 3: then the penalty is 0, and the gap closes.
void RopeModel::augment() {
  for (ContactPoint& point : points_) {
    const Vector x = place(point, u_);
    const double gap = course_.surface->proximity(x).distance - point.memory.zero_gap;
    point.memory.multiplier = law_.normal_law().updated(gap, point.memory.multiplier);
  }
}

bool RopeModel::solve(const RopeLoad& load, SolverStatistics& statistics) {
  const State before = state();
  bool solved = newton(load, statistics);
  for (int i = 0; solved && i < augmentations_; ++i) {
    augment();
    solved = newton(load, statistics);
  }
  if (solved) return true;
  restore(before);
  ++statistics.rejected_steps;
  return false;
}

void RopeModel::commit() {
  committed_ = u_;
  for (ContactPoint& point : points_) {
    const Vector x = place(point, u_);
    const surface::Proximity at = course_.surface->proximity(x);
    const auto found = contact_force<double>(law_, point.memory, x, at.distance, at.normal);
    const double depth = point.memory.zero_gap - at.distance;
    point.state = {.pressure = std::abs(found.normal),
                   .traction = found.traction.dot(point.tangent),
                   .depth = law_.sides == surface::Sides::both ? std::abs(depth) : depth,
                   .touching = found.friction.touching,
                   .sliding = found.friction.slipping};
    point.memory.stick_point = found.touching ? moved_stick_point(x, found) : x;
  }
}

RopeModel::State RopeModel::state() const {
  State state{.u = u_, .memory = {}};
  state.memory.reserve(points_.size());
  for (const ContactPoint& point : points_) state.memory.push_back(point.memory);
  return state;
}

void RopeModel::restore(const State& state) {
  u_ = committed_ = state.u;
  for (std::size_t i = 0; i < points_.size(); ++i) points_[i].memory = state.memory[i];
}

ContactSummary RopeModel::contact_summary() const {
  ContactSummary summary;
  for (const ContactPoint& point : points_) {
    summary.deepest = std::max(summary.deepest, point.state.depth);
    if (!point.state.touching) continue;
    ++summary.active;
    summary.peak_pressure = std::max(summary.peak_pressure, point.state.pressure);
    if (!point.state.sliding) continue;
    ++summary.sliding;
    summary.one_direction = summary.one_direction && point.state.traction < 0.0;
  }
  return summary;
}

double RopeModel::end_displacement() const { return u_.segment<3>(u_.size() - per_node_).dot(end_tangents_[1]); }

double RopeModel::lateral_displacement() const {
  return u_.segment<3>(static_cast<Eigen::Index>(n_elements_ / 2) * per_node_).dot(middle_across_);
}

Vector RopeModel::position(double share) const {
  const double s = std::clamp(share, 0.0, 1.0) * static_cast<double>(n_elements_);
  const std::size_t element = std::min(static_cast<std::size_t>(s), n_elements_ - 1);
  const std::vector<double> shape = elements_->position_shape(s - static_cast<double>(element));
  const std::vector<Vector> u = element_displacements(element, u_);
  const std::size_t first = element * static_cast<std::size_t>(elements_->vectors_per_node());
  Vector x = Vector::Zero();
  for (std::size_t k = 0; k < shape.size(); ++k) x += shape[k] * (reference_[first + k] + u[k]);
  return x;
}

double RopeModel::axial_force(double share) const {
  // Interpolates between the middles of the elements.
  const double s =
      std::clamp(share * static_cast<double>(n_elements_) - 0.5, 0.0, static_cast<double>(n_elements_ - 1));
  const std::size_t left = std::min(static_cast<std::size_t>(s), n_elements_ - 2);
  const auto of = [this](std::size_t element) {
    return elements_->axial_force(element, element_displacements(element, u_));
  };
  return std::lerp(of(left), of(left + 1), s - static_cast<double>(left));
}

PointState RopeModel::point_state(double share) const {
  const double s = std::clamp(share, 0.0, 1.0) * static_cast<double>(n_elements_);
  const auto distance = [s](const ContactPoint& point) {
    return std::abs(static_cast<double>(point.element) + point.xi - s);
  };
  const auto is_nearer = [&](const ContactPoint& a, const ContactPoint& b) { return distance(a) < distance(b); };
  return std::min_element(points_.begin(), points_.end(), is_nearer)->state;
}

RopeModel::System RopeModel::system(const RopeLoad& load, const Eigen::VectorXd& u) {
  const Eigen::VectorXd before = u_;
  u_ = u;
  assemble(load);
  System result{.residual = residual_, .tangent = matrix_->dense()};
  u_ = before;
  return result;
}

}  // namespace beltdyn::lagrangian::rope
