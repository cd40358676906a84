// SPDX-License-Identifier: MIT
#include "core/drive/rope/rope_drive.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/drive/pulley/pulley_list.hpp"

namespace beltdyn {
namespace {

using config::Alternative;
using config::FieldVisitor;
using config::hold;
using config::kAny;
using config::kNonNegative;
using config::kPositive;
using config::Presence;

void visit_position(FieldVisitor& v, Eigen::Vector2d& position) {
  v.vector({"position", "m", "the place of the end of the rope, [x, y]"}, {position.data(), 2}, kPlace);
}

bool follows_orders(Pulley pulley) {
  bool found = false;
  const auto find = [&found](TimeFunction::Orders&) { found = true; };
  if (auto* given = std::get_if<PrescribedMotion>(&pulley.motion)) given->angular_velocity.for_each_orders(find);
  if (auto* driven = std::get_if<TorqueMotion>(&pulley.motion)) {
    for (PulleyTorque& torque : driven->torques) torque.for_each_orders(find);
  }
  return found;
}

std::optional<PathError> path_error(const RopeDrive& drive) {
  try {
    drive.path();
  } catch (const PathError& error) {
    return error;
  }
  return std::nullopt;
}

// The key that a PathError refers to. Its pulley() is the index of a pulley, or the number of pulleys plus 0 or 1 for
// the two ends.
std::string blamed_key(const RopeDrive& drive, int place) {
  const auto n = static_cast<int>(drive.pulleys.size());
  if (place < 0) return "";
  return place < n ? fmt::format("pulleys/{}/center", place) : fmt::format("ends/{}/position", place - n);
}

void check_path(FieldVisitor& v, const RopeDrive& drive) {
  for (int place = -1; place < static_cast<int>(drive.pulleys.size() + drive.ends.size()); ++place) {
    v.check(
        blamed_key(drive, place),
        [&drive, place] {
          const std::optional<PathError> error = path_error(drive);
          return !error || error->pulley() != place;
        },
        [&drive] { return std::string(path_error(drive)->what()); });
  }
}

}  // namespace

void BodyEnd::visit(FieldVisitor& v) {
  v.number({"mass", "kg", "the mass of the body"}, mass, kPositive);
  visit_position(v, position);
  v.vector({"direction", "-", "the direction of its guide, [x, y], along which its velocity and force count"},
           {direction.data(), 2}, kAny);
  visit_optional(v, {"force", "N", "a force on the body along its direction as a function of time, beside its weight"},
                 force);
  v.number({"velocity", "m/s", "its velocity along the direction at t = 0; 0 for that which the rope has"}, velocity,
           kAny, Presence::optional);
  v.flag({"held", "-", "whether the body is held where it is drawn, for ever"}, is_held, Presence::optional);
  v.number({"held_until", "s", "the time until which the body is held; 0 for not at all"}, held_until, kNonNegative,
           Presence::optional);
  v.check(
      "direction", [this] { return direction.norm() > 0.0; },
      "has the length 0; give the direction of the guide, [0, 1] for a vertical one");
  v.check(
      "held_until", [this] { return !is_held || held_until == 0.0; },
      "the body is held for ever; remove \"held\" or \"held_until\"");
  v.check(
      "velocity", [this] { return velocity == 0.0 || !(is_held || held_until > 0.0); },
      "the body is held at t = 0; remove its velocity, or do not hold it");
}

void WinchEnd::visit(FieldVisitor& v) {
  visit_position(v, position);
  v.optional_object({"rate", "m/s", "the natural length of the rope that is paid out per time, < 0 to haul in"},
                    has_rate, [this](FieldVisitor& inner) { rate.visit(inner); });
  drum.visit_drum(v);
  v.check(
      "", [this] { return has_rate || has_drum(); },
      [] {
        return std::string(
            "nothing says how the winch pays out; give its \"rate\" [m/s], or the \"radius\" and the \"motion\" of a "
            "drum");
      });
  v.check(
      "rate", [this] { return !(has_rate && has_drum()); },
      [] { return std::string("the winch has a drum, which tells what it pays out; remove one of the two"); });
  v.check(
      "motion", [this] { return !follows_orders(drum); },
      [] { return std::string("has orders, which follow the angle of a pulley; give functions of time"); });
  if (has_drum() && !has_rate)
    rate = drum.is_prescribed() ? prescribed_speed(drum).scaled(drum.radius) : TimeFunction();
}

const Eigen::Vector2d& RopeDriveEnd::position() const {
  return std::visit([](const auto& end) -> const Eigen::Vector2d& { return end.position; }, form);
}

void RopeDriveEnd::visit(FieldVisitor& visitor) {
  const std::array<Alternative, 4> forms{{
      {"body", "a body on a straight guide", [this](FieldVisitor& v) { hold<BodyEnd>(form).visit(v); }},
      {"fixed", "the rope is fixed here",
       [this](FieldVisitor& v) { visit_position(v, hold<FixedEnd>(form).position); }},
      {"force", "the rope is pulled out through a fixed place",
       [this](FieldVisitor& v) {
         auto& end = hold<ForceEnd>(form);
         visit_position(v, end.position);
         visit_object(v, {"force", "N", "the force of the rope here as a function of time, > 0"}, end.force);
       }},
      {"winch", "the rope is paid out or hauled in at a fixed place",
       [this](FieldVisitor& v) {
         // A winch that is being read has no rate until the key is found.
         if (!std::holds_alternative<WinchEnd>(form)) form = WinchEnd{.has_rate = false};
         std::get<WinchEnd>(form).visit(v);
       }},
  }};
  visitor.name({"name", "-", "the name of the end, used by pages and messages"}, name, Presence::optional);
  visit_tagged(visitor, {"type", "-", "what the rope ends at"}, forms, form);
}

void Rope::visit(FieldVisitor& v) {
  v.number({"axial_stiffness", "N", "the axial stiffness EA; 0 for an inextensible rope"}, axial_stiffness,
           kNonNegative, Presence::optional);
  v.flag({"inextensible", "-", "whether the rope keeps its length whatever the force"}, is_inextensible,
         Presence::optional);
  v.number({"bending_stiffness", "N m^2", "the bending stiffness EI; 0 for a string"}, bending_stiffness, kNonNegative,
           Presence::optional);
  v.number({"axial_damping", "N s", "the damping of the axial force by the rate of the strain"}, axial_damping,
           kNonNegative, Presence::optional);
  v.number({"mass_per_length", "kg/m", "the mass per length, 0 for a rope without inertia and weight"}, mass_per_length,
           kNonNegative);
  v.number({"length", "m",
            "the natural length between the ends at t = 0, of an elastic rope; 0: it follows from the forces there"},
           length, kNonNegative, Presence::optional);
  v.check(
      "inextensible", [this] { return !is_inextensible || axial_stiffness == 0.0; },
      "the rope has an axial_stiffness, so it stretches; remove one of the two");
  v.check(
      "axial_stiffness", [this] { return is_inextensible || axial_stiffness > 0.0; },
      "nothing says how far the rope stretches; give an axial_stiffness > 0, or \"inextensible\": true");
  v.check(
      "length", [this] { return !is_inextensible || length == 0.0; },
      "an inextensible rope is as long as its path; remove the length");
}

RopePath RopeDrive::path() const { return path_between(ends[0].position(), ends[1].position()); }

RopePath RopeDrive::path_between(const Eigen::Vector2d& first_end, const Eigen::Vector2d& second_end,
                                 std::span<const Eigen::Vector2d> moved) const {
  std::vector<PathPulley> circles;
  circles.reserve(pulleys.size());
  for (const Pulley& pulley : pulleys) {
    circles.push_back({.center = pulley.center, .radius = pulley.radius, .side = pulley.side});
    if (!moved.empty()) circles.back().center += moved[circles.size() - 1];
  }
  return {first_end, circles, second_end};
}

std::vector<std::size_t> RopeDrive::mounted() const {
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < pulleys.size(); ++k) {
    if (moves(pulleys[k].mount)) found.push_back(k);
  }
  return found;
}

std::size_t RopeDrive::carrier_of(std::size_t pulley) const {
  if (carriers.empty() || !carriers[pulley].is_given()) return pulley;
  const AxisCarrier& carrier = carriers[pulley];
  return pulley_index(pulleys, carrier.pulley, carrier.name).value_or(pulleys.size());
}

// Checks that pulleys without a mount of their own move with pulleys that have a mount.
void RopeDrive::check_carriers(FieldVisitor& v) const {
  for (std::size_t k = 0; k < carriers.size(); ++k) {
    const std::size_t carrier = carrier_of(k);
    if (!carriers[k].is_given()) continue;
    const std::string key = fmt::format("pulleys/{}/moves_with", k);
    v.check(
        key, [&] { return carrier < pulleys.size() && moves(pulleys[carrier].mount); },
        [&] {
          return carrier < pulleys.size()
                     ? fmt::format("pulley {} has no mount; give it one, or name another pulley", pulley_label(carrier))
                     : std::string("is no pulley; give the name of one, or its number from 1");
        });
    v.check(
        key, [&] { return !moves(pulleys[k].mount); }, "the pulley has a mount of its own; remove one of the two");
  }
}

const PulleyContact& RopeDrive::contact_of(std::size_t pulley) const {
  const std::optional<PulleyContact>& own = pulleys[pulley].contact;
  return own ? *own : contact.value();
}

std::string RopeDrive::pulley_label(std::size_t pulley) const { return beltdyn::pulley_label(pulleys, pulley); }

std::string RopeDrive::end_label(std::size_t end) const {
  const std::string& name = ends[end].name;
  return name.empty() ? std::to_string(end + 1) : fmt::format("{} ({})", end + 1, name);
}

std::vector<const TimeFunction*> RopeDrive::time_functions() const {
  std::vector<const TimeFunction*> all = time_functions_of(pulleys);
  for (const RopeDriveEnd& end : ends) {
    const auto* body = std::get_if<BodyEnd>(&end.form);
    if (body != nullptr && body->force) all.push_back(&*body->force);
    if (const auto* pulled = std::get_if<ForceEnd>(&end.form)) all.push_back(&pulled->force);
    if (const auto* winch = std::get_if<WinchEnd>(&end.form)) {
      all.push_back(&winch->rate);
      const std::vector<const TimeFunction*> of_drum = time_functions_of(winch->drum);
      all.insert(all.end(), of_drum.begin(), of_drum.end());
    }
  }
  return all;
}

double RopeDrive::next_kink(double t0, double t1) const {
  for (const TimeFunction* function : time_functions()) t1 = std::min(t1, function->next_kink(t0, t1));
  return t1;
}

void RopeDrive::visit(FieldVisitor& v) {
  carriers.resize(pulleys.size());
  visit_list(v, {"ends", "-", "the two ends of the rope, the first one and the second one"}, ends);
  v.list({"pulleys", "-", "the pulleys in their order from the first end to the second one; none for a straight rope"},
         {.size = [this] { return pulleys.size(); },
          .resize =
              [this](std::size_t n) {
                pulleys.resize(n);
                carriers.resize(n);
              },
          .visit =
              [this](FieldVisitor& inner, std::size_t i) {
                pulleys[i].visit_of_rope(inner);
                inner.entry({"moves_with", "-",
                             "the pulley on whose mount the axis is too, as in a block of several: its name, or its "
                             "number from 1"},
                            carriers[i].pulley, carriers[i].name, Presence::optional);
              }},
         {});
  visit_object(v, {"belt", "-", "the rope"}, rope);
  visit_optional(v, {"contact", "-", "the contact law for all pulleys without their own"}, contact);
  v.vector({"gravity", "m/s^2", "the acceleration of gravity, [x, y]"}, {gravity.data(), 2}, kAny);
  visit_choice(v,
               {"initial_state", "-",
                "the initial state (rest, held: the pulleys that are not prescribed are at rest; running: they turn "
                "with the rope, which has the speed of a prescribed pulley unless an end gives it one)"},
               initial_state, kInitialStateNames, Presence::optional);
  check_pulley_names(v, pulleys);
  check_contacts(v, pulleys, contact.has_value());
  bind_and_check_orders(v, pulleys);
  check_carriers(v);
  check_path(v, *this);
}

}  // namespace beltdyn
