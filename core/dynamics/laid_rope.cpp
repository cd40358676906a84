// SPDX-License-Identifier: MIT
#include "core/dynamics/laid_rope.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "core/drive/rope/rope_ends.hpp"
#include "core/dynamics/rope/even_forces.hpp"
#include "core/dynamics/rope/rope_start.hpp"

namespace beltdyn {
namespace {

// Number of samples of the stretch along the path: this many per element, and at least kLeastPlaces.
constexpr int kPlacesPerElement = 16;
constexpr int kLeastPlaces = 4000;
// Newton iterations for the force that belongs to a given length; strains are small.
constexpr int kLengthIterations = 20;

// The force of a rope at the start. Its weight and its acceleration a along the path belong to its natural length.
// Without friction λ dN = ρ (a dσ − g·dr), hence N + N²/(2 EA) + ρ (g·r − a σ) is constant along the rope.
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
      // The forces start_ count the mass of the stretched rope per path length; only the force at an end is exact, so
      // start there.
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
  // The mean force at the ends of all spans [N].
  double mean() const {
    double sum = 0.0;
    for (const std::array<double, 2>& span : start_.spans) sum += span[0] + span[1];
    return sum / static_cast<double>(2 * start_.spans.size());
  }
  double acceleration() const { return start_.acceleration; }
  bool is_balanced() const { return start_.is_balanced; }

 private:
  // The force on an arc, where friction changes it from one span force to the other. The rope sticks with the force of
  // the side from which it runs on, and slips near the other side.
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
  // The force at σ if the force at `start` is `force` [N].
  double from(double force, double start, double sigma) const {
    const double EA = axial_stiffness_;
    const Eigen::Vector2d displacement = path_.point(sigma).position - path_.point(start).position;
    const double load = mass_per_length_ * (start_.acceleration * (sigma - start) - gravity_.dot(displacement));
    return EA * (std::sqrt(1.0 + 2.0 / EA * (force + 0.5 * force * force / EA + load)) - 1.0);
  }

  const RopePath& path_;
  double axial_stiffness_;
  double mass_per_length_;
  Eigen::Vector2d gravity_;
  RopeStart start_;
  bool runs_back_;
  // Does an end determine the force? A rope of given length is counted from the first end.
  std::array<bool, 2> tells_{true, false};
  std::vector<double> friction_;  // shape (n_pulleys)
};

StretchedPath stretched_by(const RopeForce& force, const RopeDrive& rope, const RopePath& path, int places) {
  std::vector<StretchedPath::Place> found;
  for (int i = 0; i <= places; ++i) {
    const double sigma = path.length() * i / places;
    StretchedPath::Place at{
        .sigma = sigma, .natural = 0.0, .stretch = 1.0 + force.at(sigma) / rope.rope.axial_stiffness};
    if (i > 0) {
      const StretchedPath::Place& last = found.back();
      at.natural = last.natural + 0.5 * (sigma - last.sigma) * (1.0 / at.stretch + 1.0 / last.stretch);
    }
    found.push_back(at);
  }
  return StretchedPath(std::move(found));
}

// The rope at its given natural length, if it has one.
StretchedPath stretched(const RopeDrive& rope, const RopePath& path, RopeForce& force, int places) {
  StretchedPath laid = stretched_by(force, rope, path, places);
  for (int i = 0; rope.rope.length > 0.0 && i < kLengthIterations; ++i) {
    const double off = laid.natural_length() - rope.rope.length;
    if (std::abs(off) <= std::numeric_limits<double>::epsilon() * rope.rope.length) break;
    force.add(-off / laid.length_by_force(rope.rope.axial_stiffness));
    laid = stretched_by(force, rope, path, places);
  }
  return laid;
}

GuidedNode end_of(const RopeDrive& rope, const RopePath& path, std::size_t i) {
  constexpr double kEver = std::numeric_limits<double>::infinity();
  const auto& form = rope.ends[i].form;
  if (const auto* body = std::get_if<BodyEnd>(&form)) {
    GuidedNode end{.direction = numerics::plane(body->unit_direction()), .mass = body->mass};
    if (body->force) end.force = [force = *body->force](double t) { return force.value(t); };
    if (body->is_held) end.held_until = kEver;
    if (body->held_until > 0.0) end.held_until = body->held_until;
    return end;
  }
  GuidedNode end{.direction = numerics::plane(away_at(path, i))};
  if (const auto* pulled = std::get_if<ForceEnd>(&form)) {
    end.force = [force = pulled->force](double t) { return force.value(t); };
  } else {
    end.held_until = kEver;
  }
  return end;
}

// A carried pulley gets a mount that moves like that of its carrier.
void carry(Pulley& pulley, const Pulley& carrier) {
  pulley.mount = carrier.mount;
  if (auto* arm = std::get_if<ArmMount>(&pulley.mount)) arm->pivot += pulley.center - carrier.center;
}

BeltDrive belt_drive_of(const RopeDrive& rope, const BeltLength& length) {
  BeltDrive drive;
  drive.pulleys = rope.pulleys;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) carry(drive.pulleys[k], rope.pulleys[rope.carrier_of(k)]);
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

// The velocity of an end. Bodies without a velocity of their own move with the rope (no value); other ends stand still.
std::optional<Eigen::Vector2d> velocity_of(const RopeDriveEnd& end) {
  if (std::holds_alternative<ForceEnd>(end.form)) return std::nullopt;
  const auto* body = std::get_if<BodyEnd>(&end.form);
  if (body == nullptr || body->is_held || body->held_until > 0.0) return Eigen::Vector2d::Zero();
  if (body->velocity == 0.0) return std::nullopt;
  return body->velocity * body->unit_direction();
}

}  // namespace

double StretchedPath::length_by_force(double axial_stiffness) const {
  double sum = 0.0;
  for (std::size_t k = 1; k < places_.size(); ++k) {
    sum -= (places_[k].sigma - places_[k - 1].sigma) / (places_[k].stretch * places_[k - 1].stretch * axial_stiffness);
  }
  return sum;
}

StretchedPath::Place StretchedPath::between(double value, double Place::*key) const {
  const auto above = std::ranges::lower_bound(places_, value, {}, key);
  const auto last = static_cast<std::ptrdiff_t>(places_.size()) - 1;
  const auto k = static_cast<std::size_t>(std::clamp(above - places_.begin(), std::ptrdiff_t{1}, last));
  const Place& a = places_[k - 1];
  const Place& b = places_[k];
  const double part = (value - a.*key) / (b.*key - a.*key);
  return {.sigma = a.sigma + part * (b.sigma - a.sigma),
          .natural = a.natural + part * (b.natural - a.natural),
          .stretch = a.stretch + part * (b.stretch - a.stretch)};
}

double LaidRope::speed_at(double sigma) const {
  const std::vector<PathArc>& arcs = path.arcs();
  double at = 0.0;
  if (!arcs.empty()) at = std::clamp(sigma, arcs.front().start, arcs.back().start + arcs.back().length());
  return flux * rope.at_path(at).stretch;
}

LaidRope lay_rope(const RopeDrive& rope, int elements) {
  RopePath path = rope.path();
  RopeForce force(rope, path);
  StretchedPath laid = stretched(rope, path, force, std::max(kLeastPlaces, kPlacesPerElement * elements));
  const BeltLength length{.length = laid.natural_length(), .force = force.mean(), .strain = 0.0};
  const double speed = rope.starts_running() ? start_speed(rope, path) : 0.0;
  // The flux follows from the speed and the stretch where the rope reaches its first pulley in the running direction.
  double at = 0.0;
  if (!path.arcs().empty()) {
    at = speed < 0.0 ? path.arcs().back().start + path.arcs().back().length() : path.arcs()[0].start;
  }
  LaidRope result{.drive = belt_drive_of(rope, length),
                  .path = path,
                  .rope = std::move(laid),
                  .flux = speed / (1.0 + force.at(at) / rope.rope.axial_stiffness),
                  .acceleration = force.acceleration(),
                  .are_ends_held = rope.rope.length > 0.0 || !force.is_balanced()};
  for (std::size_t i = 0; i < rope.ends.size(); ++i) {
    result.ends[i] = end_of(rope, path, i);
    result.end_velocities[i] = velocity_of(rope.ends[i]);
    const auto* winch = std::get_if<WinchEnd>(&rope.ends[i].form);
    if (winch == nullptr) continue;
    if (winch->has_drum()) {
      result.drums[i] = winch->drum;
      result.drum_speeds[i] = (i == 0 ? speed : -speed) / winch->drum.radius;
    } else {
      result.winches[i] = winch->rate;
    }
  }
  for (std::size_t k = 0; k < rope.pulleys.size(); ++k) {
    result.speeds.push_back(path.arcs()[k].turn * speed / rope.pulleys[k].radius);
    result.carriers.push_back(rope.carrier_of(k));
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
  const std::vector<std::string> of_guides = guide_objections(rope, name);
  sentences.insert(sentences.end(), of_guides.begin(), of_guides.end());
  if (!mount_objections(rope, name).empty()) return sentences;
  const std::vector<std::string> of_start = start_objections(rope, rope.rope.mass_per_length, name);
  sentences.insert(sentences.end(), of_start.begin(), of_start.end());
  return sentences;
}

std::vector<std::string> winch_objections(const RopeDrive& rope, std::string_view name) {
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < rope.ends.size(); ++i) {
    if (!std::holds_alternative<WinchEnd>(rope.ends[i].form)) continue;
    sentences.push_back(fmt::format(
        "end {} is a winch, which is not supported by {}; use analytic_string_dynamics or eulerian_ale, or a pulley of "
        "prescribed motion over which the rope runs",
        rope.end_label(i), name));
  }
  return sentences;
}

}  // namespace beltdyn
