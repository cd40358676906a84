// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/rope/laid_rope.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "core/drive/rope/rope_ends.hpp"
#include "core/dynamics/rope/rope_start.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

// Places at which the stretch of the path is looked at: so many for each element, and at least so many in all.
constexpr int kPlacesPerElement = 16;
constexpr int kLeastPlaces = 4000;
// Newton's method for the force of a given length, of which strains are small.
constexpr int kLengthIterations = 20;

// The force of a rope at the start. Its weight and its acceleration a along itself are those of its natural length, so
// that λ dN = ρ (a dσ − g·dr) without friction and N + N²/(2 EA) + ρ (g·r − a σ) is the same all along.
class RopeForce {
 public:
  RopeForce(const RopeDrive& rope, const RopePath& path)
      : path_(path),
        axial_stiffness_(rope.rope.axial_stiffness),
        mass_per_length_(rope.rope.mass_per_length),
        gravity_(rope.gravity),
        start_(rope_start(rope, path, rope.rope.mass_per_length)),
        runs_back_(rope.starts_running() && start_speed(rope, path) < 0.0) {
    for (std::size_t k = 0; k < rope.pulleys.size(); ++k) {
      friction_.push_back(rope.contact_of(k).kinetic_coefficient());
    }
    if (rope.rope.length > 0.0) return;
    for (std::size_t i = 0; i < 2; ++i) tells_[i] = tells_force(rope.ends[i]);
  }

  double at(double sigma) const {
    const PathPlace place = path_.locate(sigma);
    if (place.pulley < 0) {
      const auto k = static_cast<std::size_t>(place.span);
      const PathSpan& span = path_.spans()[k];
      // The inextensible rope has the mass of the stretched one; the force of an end is exact.
      const bool is_from_end = k + 1 == start_.spans.size() ? tells_[1] : !tells_[0];
      return is_from_end ? from(start_.spans[k][1], span.start + span.length, sigma)
                         : from(start_.spans[k][0], span.start, sigma);
    }
    return on_arc(static_cast<std::size_t>(place.pulley), sigma);
  }
  void add(double force) {
    for (std::array<double, 2>& span : start_.spans) {
      for (double& end : span) end += force;
    }
  }
  // The mean of the ends of spans.
  double mean() const {
    double sum = 0.0;
    for (const std::array<double, 2>& span : start_.spans) sum += span[0] + span[1];
    return sum / static_cast<double>(2 * start_.spans.size());
  }
  double acceleration() const { return start_.acceleration; }

 private:
  // Where friction brings the rope from the one force to the other: it stuck with that of the side from which it ran,
  // and slips up to the other side.
  double on_arc(std::size_t pulley, double sigma) const {
    const PathArc& arc = path_.arcs()[pulley];
    const double local = sigma - arc.start;
    const double first = from(start_.spans[pulley][1], arc.start, sigma);
    const double second = from(start_.spans[pulley + 1][0], arc.start + arc.length(), sigma);
    const double stuck = runs_back_ ? second : first;
    const double slipping = runs_back_ ? first : second;
    const double angle = friction_[pulley] * (runs_back_ ? local / arc.radius : arc.wrap - local / arc.radius);
    return slipping > stuck ? std::max(stuck, slipping * std::exp(-angle))
                            : std::min(stuck, slipping * std::exp(angle));
  }
  // At σ, for the force N at another place.
  double from(double force, double start, double sigma) const {
    const double EA = axial_stiffness_;
    const Eigen::Vector2d way = path_.point(sigma).position - path_.point(start).position;
    const double load = mass_per_length_ * (start_.acceleration * (sigma - start) - gravity_.dot(way));
    return EA * (std::sqrt(1.0 + 2.0 / EA * (force + 0.5 * force * force / EA + load)) - 1.0);
  }

  const RopePath& path_;
  double axial_stiffness_;
  double mass_per_length_;
  Eigen::Vector2d gravity_;
  RopeStart start_;
  bool runs_back_;
  std::array<bool, 2> tells_{true, false};  // what has a given length is counted from the first end
  std::vector<double> friction_;            // shape (n_pulleys)
};

// The path of a stretched rope by its natural length s.
class StretchedPath {
 public:
  StretchedPath(const RopePath& path, const RopeForce& force, double axial_stiffness, int places) {
    for (int i = 0; i <= places; ++i) {
      sigma_.push_back(path.length() * i / places);
      stretch_.push_back(1.0 + force.at(sigma_.back()) / axial_stiffness);
      natural_.push_back(0.0);
      if (i == 0) continue;
      const auto k = static_cast<std::size_t>(i);
      natural_[k] = natural_[k - 1] + 0.5 * (sigma_[k] - sigma_[k - 1]) * (1.0 / stretch_[k] + 1.0 / stretch_[k - 1]);
    }
  }

  double natural_length() const { return natural_.back(); }
  // By how much that changes with the force [m/N].
  double length_by_force(double axial_stiffness) const {
    double sum = 0.0;
    for (std::size_t k = 1; k < sigma_.size(); ++k) {
      sum -= (sigma_[k] - sigma_[k - 1]) / (stretch_[k] * stretch_[k - 1] * axial_stiffness);
    }
    return sum;
  }
  // σ and λ of a particle.
  std::array<double, 2> at(double s) const {
    const auto above = std::ranges::lower_bound(natural_, s);
    const auto last = static_cast<std::ptrdiff_t>(natural_.size()) - 1;
    const auto k = static_cast<std::size_t>(std::clamp(above - natural_.begin(), std::ptrdiff_t{1}, last));
    const double part = (s - natural_[k - 1]) / (natural_[k] - natural_[k - 1]);
    return {sigma_[k - 1] + part * (sigma_[k] - sigma_[k - 1]),
            stretch_[k - 1] + part * (stretch_[k] - stretch_[k - 1])};
  }

 private:
  std::vector<double> sigma_;
  std::vector<double> stretch_;
  std::vector<double> natural_;
};

StretchedPath stretched(const RopeDrive& rope, const RopePath& path, RopeForce& force, int places) {
  const double EA = rope.rope.axial_stiffness;
  StretchedPath laid(path, force, EA, places);
  for (int i = 0; rope.rope.length > 0.0 && i < kLengthIterations; ++i) {
    const double off = laid.natural_length() - rope.rope.length;
    if (std::abs(off) <= std::numeric_limits<double>::epsilon() * rope.rope.length) break;
    force.add(-off / laid.length_by_force(EA));
    laid = StretchedPath(path, force, EA, places);
  }
  return laid;
}

Vec2<double> plane(const Eigen::Vector2d& v) { return {v.x(), v.y()}; }

GuidedNode end_of(const RopeDrive& rope, const RopePath& path, std::size_t i) {
  constexpr double kEver = std::numeric_limits<double>::infinity();
  const auto& form = rope.ends[i].form;
  if (const auto* body = std::get_if<BodyEnd>(&form)) {
    GuidedNode end{.direction = plane(body->unit_direction()), .mass = body->mass};
    if (body->force) end.force = [force = *body->force](double t) { return force.value(t); };
    if (body->is_held) end.held_until = kEver;
    if (body->held_until > 0.0) end.held_until = body->held_until;
    return end;
  }
  GuidedNode end{.direction = plane(away_at(path, i))};
  if (const auto* pulled = std::get_if<ForceEnd>(&form)) {
    end.force = [force = pulled->force](double t) { return force.value(t); };
  } else {
    end.held_until = kEver;
  }
  return end;
}

BeltDrive belt_drive_of(const RopeDrive& rope, const BeltLength& length) {
  BeltDrive drive;
  drive.pulleys = rope.pulleys;
  drive.belt = {.axial_stiffness = rope.rope.axial_stiffness,
                .bending_stiffness = rope.rope.bending_stiffness,
                .mass_per_length = rope.rope.mass_per_length,
                .width = 1.0,
                .contact_offset = 0.0,
                .friction_at = FrictionPlace::center_line,
                .axial_damping = rope.rope.axial_damping,
                .bending_damping = 0.0,
                .pretension = StressFreeLength{length.length},
                .found = length};
  drive.contact = rope.contact;
  drive.gravity = rope.gravity;
  drive.initial_state = InitialState::held;
  return drive;
}

// Bodies that have no velocity of their own go with the rope, other ends stand still.
void set_end_rates(const RopeDrive& rope, BeltStepper::Nodes& nodes) {
  for (std::size_t i = 0; i < rope.ends.size(); ++i) {
    const std::size_t at = i == 0 ? 0 : nodes.v.size() - numerics::kBlock;
    double* v = nodes.v.data() + at;
    double* a = nodes.a.data() + at;
    const auto* body = std::get_if<BodyEnd>(&rope.ends[i].form);
    const bool goes_with_rope = std::holds_alternative<ForceEnd>(rope.ends[i].form) ||
                                (body != nullptr && !body->is_held && !(body->held_until > 0.0));
    if (!goes_with_rope) v[0] = v[1] = a[0] = a[1] = 0.0;
    if (body == nullptr || body->velocity == 0.0) continue;
    v[0] = body->velocity * body->unit_direction().x();
    v[1] = body->velocity * body->unit_direction().y();
  }
}

}  // namespace

LaidRope lay_rope(const RopeDrive& rope, int elements) {
  const RopePath path = rope.path();
  RopeForce force(rope, path);
  const StretchedPath laid = stretched(rope, path, force, std::max(kLeastPlaces, kPlacesPerElement * elements));
  const BeltLength length{.length = laid.natural_length(), .force = force.mean(), .strain = 0.0};
  LaidRope result{.drive = belt_drive_of(rope, length), .belt = {.force = length.force}};
  const double speed = rope.starts_running() ? start_speed(rope, path) : 0.0;
  // It runs as natural length comes to the first pulley on its way.
  double at = 0.0;
  if (!path.arcs().empty())
    at = speed < 0.0 ? path.arcs().back().start + path.arcs().back().length() : path.arcs()[0].start;
  const double stretch_there = 1.0 + force.at(at) / rope.rope.axial_stiffness;
  const double flux = speed / stretch_there;
  const double flux_rate = force.acceleration() / stretch_there;
  BeltStepper::Nodes& nodes = result.belt.nodes;
  for (int i = 0; i <= elements; ++i) {
    const auto [sigma, stretch] = laid.at(laid.natural_length() * i / elements);
    const PathPoint p = path.point(sigma);
    const Eigen::Vector2d slope = stretch * p.tangent;
    const Eigen::Vector2d curving = stretch * stretch * p.curvature * p.normal;
    nodes.q.insert(nodes.q.end(), {p.position.x(), p.position.y(), slope.x(), slope.y()});
    for (const auto& [rates, rate] : {std::pair(&nodes.v, flux), std::pair(&nodes.a, flux_rate)}) {
      rates->insert(rates->end(), {rate * slope.x(), rate * slope.y(), rate * curving.x(), rate * curving.y()});
    }
  }
  set_end_rates(rope, nodes);
  result.belt.are_ends_held = rope.rope.length > 0.0;
  for (std::size_t i = 0; i < rope.ends.size(); ++i) result.belt.ends.push_back(end_of(rope, path, i));
  for (std::size_t k = 0; k < rope.pulleys.size(); ++k) {
    result.belt.speeds.push_back(path.arcs()[k].turn * speed / rope.pulleys[k].radius);
  }
  return result;
}

std::vector<std::string> rope_objections(const RopeDrive& rope, std::string_view name) {
  std::vector<std::string> sentences;
  if (rope.rope.is_inextensible) {
    return {fmt::format(
        "the rope is inextensible, but {} is made of elastic elements; give an axial_stiffness instead, or use "
        "analytic_string_dynamics",
        name)};
  }
  if (rope.rope.mass_per_length == 0.0) {
    sentences.push_back(
        fmt::format("the rope has no mass, but the elements of {} need one to move; give a mass_per_length > 0", name));
  }
  for (std::size_t i = 0; i < rope.ends.size(); ++i) {
    if (!std::holds_alternative<WinchEnd>(rope.ends[i].form)) continue;
    sentences.push_back(fmt::format(
        "end {} is a winch, which is not supported by {}; use analytic_string_dynamics, or a pulley of prescribed "
        "motion over which the rope runs",
        i + 1, name));
  }
  for (std::size_t k = 0; k < rope.pulleys.size(); ++k) {
    const PulleyContact& contact = rope.contact_of(k);
    if (!contact.is_rigid() || !contact.sticks_rigidly()) {
      sentences.push_back(fmt::format(
          "the contact of pulley {} has a stiffness, but a rope has no width to which it belongs; {} has rigid contact "
          "of ropes: leave out \"normal\", and use \"friction\": {{\"type\": \"coulomb\", ...}}",
          rope.pulley_label(k), name));
    }
    if (rope.pulleys[k].is_prescribed() || rope.pulleys[k].inertia > 0.0) continue;
    sentences.push_back(fmt::format("pulley {} is free and has no inertia, which {} does not support; give it one",
                                    rope.pulley_label(k), name));
  }
  for (const auto& more : {guide_objections(rope, name), start_objections(rope, rope.rope.mass_per_length, name)}) {
    sentences.insert(sentences.end(), more.begin(), more.end());
  }
  return sentences;
}

}  // namespace beltdyn::lagrangian::ancf
