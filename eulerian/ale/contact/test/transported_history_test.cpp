// SPDX-License-Identifier: MIT
#include "eulerian/ale/contact/transported_history.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <doctest/doctest.h>

#include "core/numerics/angle.hpp"
#include "core/numerics/close.hpp"
#include "eulerian/ale/element/ale_equations.hpp"
#include "eulerian/ale/test/small_belt.hpp"

namespace beltdyn::eulerian::ale::transported_history_test {
namespace {

using numerics::kBlock;

constexpr int kPerPulley = 8;
constexpr int kPerSpan = 3;
constexpr double kDeflection = 1e-6;  // the largest [m]
// In elements of 0.02 m s has an absolute rounding of some 1e-16 m, and so has the departure point.
constexpr double kPlace = 1e-13;
constexpr double kRadius = 0.05;
constexpr double kPressed = 1e-5;  // [m]
// Error of a departure point on a loop of some 0.5 m: rounding of s, and of the root in an element [m].
constexpr double kDepartureError = 1e-13;
// The place where contact begins is located to 1.5e-11 of the loop.
constexpr double kBegins = 1e-10;

// The belt of the small drive, laid evenly around its pulleys at the distance `inside` of its path, to the left.
// Pulleys are so large that they reach 10 micrometres into the belt and all points on arcs touch, with a different
// deflection at each contact point.
class LaidBelt {
 public:
  explicit LaidBelt(FrictionPlace place = FrictionPlace::face, double inside = 0.0)
      : drive_(drive_with(place)),
        model_(make_ale_model(drive_, {.elements_per_pulley = kPerPulley, .elements_per_span = kPerSpan})),
        pulleys_(make_pulley_entries(drive_)),
        work_(make_ale_work(model_, 1, numerics::InstructionSet::baseline)),
        arrays_(*work_.arrays),
        history_(model_, arrays_),
        inside_(inside) {
    for (PulleyEntry& pulley : pulleys_) pulley.circle.contact_radius += kPressed - inside_;
    const double slope = model_.reference_length / model_.mesh.loop;
    for (int node = 0; node < n(); ++node) {
      const int place_in_piece = node % (kPerPulley + kPerSpan);
      q(node, 0) = inside_;
      q(node, 2) = slope * model_.mesh.nodes[static_cast<std::size_t>(node)].sigma;
      // for an even s on arcs
      q(node, 3) = slope / (place_in_piece <= kPerPulley ? shrinking() : 1.0);
      const bool on_arc = place_in_piece < kPerPulley;
      for (std::size_t p = 0; p < kContactPoints; ++p) {
        contact(node, p, ContactField::gap) = on_arc ? -kPressed : kPressed;
        contact(node, p, ContactField::pressure) = on_arc ? 1.0 : 0.0;
        variable(node, p, fields().value(0)) = kDeflection * std::sin(3.0 * node + static_cast<double>(p));
      }
    }
    commit();
  }

  // Sets deflection and mode of all points on the arc of the first pulley, as functions of σ.
  template <class Deflection, class Mode>
  void remember(const Deflection& deflection, const Mode& mode) {
    for (int e = 0; e < kPerPulley; ++e) {
      for (std::size_t p = 0; p < kContactPoints; ++p) {
        variable(e, p, fields().value(0)) = deflection(arc_sigma(e, p));
        variable(e, p, fields().mode(0)) = mode(arc_sigma(e, p));
      }
    }
    commit();
  }

  int n() const { return model_.mesh.size(); }
  double& q(int node, int c) { return arrays_.q[arrays_.layout.at(node, kBlock, c)]; }
  double& contact(int element, std::size_t point, ContactField field) {
    return arrays_.contacts[arrays_.contact_at(element, point, field)];
  }
  const ContactFields& fields() const { return model_.fields; }
  double& variable(int element, std::size_t point, std::size_t field) {
    return arrays_.contacts[arrays_.contact_at(element, point, field)];
  }
  // Length of belt that has run past the angle of a contact point in the step, or past a point `further` around the
  // centre.
  double flow(int element, std::size_t point, double further) {
    const double angle =
        numerics::angle_between(departure_direction(element, point), direction(element, point)) + further;
    return contact(element, point, ContactField::flow) - contact(element, point, ContactField::flow_by_angle) * angle;
  }
  // The fraction of the step after which a particle ran in.
  double late(int element, std::size_t point) {
    const double entered = contact(element, point, ContactField::entered);
    return entered == 0.0 ? 0.0 : entered / flow(element, point, 0.0);
  }
  double value_before(int element, std::size_t point) { return variable(element, point, fields().value_before(0)); }
  double mode_before(int element, std::size_t point) { return variable(element, point, fields().mode_before(0)); }
  double value_before_by_s(int element, std::size_t point) {
    return variable(element, point, fields().value_before_by_s(0));
  }
  // Moves particles along σ: the particle at σ now was at σ − displacement.
  void move(double displacement) {
    for (int node = 0; node < n(); ++node) q(node, 2) -= displacement * model_.reference_length / model_.mesh.loop;
    arrays_.close_positions();
  }
  void commit() {
    arrays_.close_positions();
    history_.commit(arrays_, pulleys_);
  }
  bool find_departures() {
    arrays_.close_positions();
    return history_.find_departures(work_, pulleys_);
  }
  // Accepts bristles that stick.
  void carry() {
    for (int e = 0; e < n(); ++e) {
      for (std::size_t p = 0; p < kContactPoints; ++p) {
        variable(e, p, fields().value(0)) = variable(e, p, fields().value_before(0));
      }
    }
    commit();
  }
  Vec2<double> departure_direction(int element, std::size_t point) {
    return {contact(element, point, ContactField::radial_x), contact(element, point, ContactField::radial_y)};
  }
  // Unit vector from the centre of the first pulley to the contact point.
  Vec2<double> direction(int element, std::size_t point) const {
    const auto i = static_cast<std::size_t>(element);
    const MeshNode& a = model_.mesh.nodes[i];
    const MeshNode& b = model_.mesh.nodes[i + 1];
    const double h = model_.mesh.lengths[i];
    const Shape S = numerics::position_shape(model_.contact_rule[point].xi, h);
    const Shape dS = numerics::slope_shape(model_.contact_rule[point].xi, h);
    const auto sum = [&](const Shape& by) {
      return by[0] * (a.place + inside_ * a.normal) + (shrinking() * by[1]) * a.tangent +
             by[2] * (b.place + inside_ * b.normal) + (shrinking() * by[3]) * b.tangent;
    };
    const Vec2<double> d = sum(S) + lever_along(sum(dS)) - pulleys_[0].circle.center;
    return (1.0 / std::hypot(d.x, d.y)) * d;
  }
  // Unit vector from the centre of the first pulley to the place where contact begins before the first node of its arc
  // (end −1), or ends behind its last node (1), on the straight span. Returns its distance from the node [m].
  double begins(int end, Vec2<double>& direction) const {
    const MeshNode& node = model_.mesh.nodes[end < 0 ? 0 : kPerPulley];
    const Vec2<double> foot = node.place + lever_along(node.tangent) - pulleys_[0].circle.center;
    const double radius = pulleys_[0].circle.contact_radius;
    const double distance = std::sqrt(radius * radius - dot(foot, foot));
    direction = (1.0 / radius) * (foot + (end * distance) * node.tangent);
    return distance;
  }
  double arc_sigma(int element, std::size_t point) const {
    const auto i = static_cast<std::size_t>(element);
    return model_.mesh.nodes[i].sigma + model_.contact_rule[point].xi * model_.mesh.lengths[i];
  }
  double arc_element() const { return model_.mesh.lengths[0]; }
  double loop() const { return model_.mesh.loop; }
  std::vector<PulleyEntry>& pulleys() { return pulleys_; }
  // The committed deflections of bristles.
  std::vector<double> deflections() {
    std::vector<double> all;
    for (int e = 0; e < n(); ++e) {
      for (std::size_t p = 0; p < kContactPoints; ++p) all.push_back(variable(e, p, fields().value(0)));
    }
    return all;
  }

 private:
  // 1 − κ w, equal for both pulleys
  double shrinking() const { return 1.0 - inside_ / pulleys_[0].circle.line_radius; }
  static BeltDrive drive_with(FrictionPlace place) {
    BeltDrive drive = small_drive();
    drive.belt.friction_at = place;
    return drive;
  }
  // From the centre line to the touched place of a belt with this direction.
  Vec2<double> lever_along(const Vec2<double>& direction) const {
    return (pulleys_[0].circle.lever / std::hypot(direction.x, direction.y)) * numerics::perpendicular(direction);
  }

  BeltDrive drive_;
  AleModel model_;
  std::vector<PulleyEntry> pulleys_;
  AleWork work_;
  AleArrays& arrays_;
  TransportedHistory history_;
  double inside_;
};

template <class Check>
void for_arc_points(int first, int last, const Check& check) {
  for (int e = first; e < last; ++e) {
    for (std::size_t p = 0; p < kContactPoints; ++p) {
      CAPTURE(e);
      CAPTURE(p);
      check(e, p);
    }
  }
}

}  // namespace

TEST_CASE("ALE history: a belt that turns with its pulley carries its bristles on, whatever the speed") {
  for (const int elements : {1, 3, 7, -1, -6}) {
    CAPTURE(elements);
    LaidBelt belt(elements % 2 == 0 ? FrictionPlace::center_line : FrictionPlace::face);
    const std::vector<double> before = belt.deflections();
    const double angle = elements * belt.arc_element() / 0.051;  // around the centre line, r + offset
    belt.move(elements * belt.arc_element());
    REQUIRE(belt.find_departures());
    // The departure points of these points are on the arc too.
    for_arc_points(std::max(0, elements), kPerPulley + std::min(0, elements), [&](int e, std::size_t p) {
      const double turned = numerics::angle_between(belt.departure_direction(e, p), belt.direction(e, p));
      CHECK(close(turned, angle, {.abs = kPlace}));
      CHECK(close(belt.value_before(e, p), before[static_cast<std::size_t>(e - elements) * kContactPoints + p],
                  {.abs = kPlace * kDeflection}));
      CHECK(belt.contact(e, p, ContactField::gap_before) < 0.0);
    });
  }
}

TEST_CASE("ALE history: on an arc that the belt is far off too, particles pass as evenly as they lie") {
  for (const double inside : {3e-4, -3e-4}) {
    CAPTURE(inside);
    LaidBelt belt(FrictionPlace::face, inside);
    const std::vector<double> before = belt.deflections();
    belt.move(belt.arc_element());
    REQUIRE(belt.find_departures());
    for_arc_points(1, kPerPulley, [&](int e, std::size_t p) {
      const double turned = numerics::angle_between(belt.departure_direction(e, p), belt.direction(e, p));
      CHECK(close(turned, belt.arc_element() / 0.051, {.abs = kPlace}));
      CHECK(close(belt.value_before(e, p), before[static_cast<std::size_t>(e - 1) * kContactPoints + p],
                  {.abs = kPlace * kDeflection}));
    });
  }
}

TEST_CASE("ALE history: what comes from a span was not in contact and brings no deflection") {
  LaidBelt belt;
  // Half a span back: the middle of the last span.
  belt.move(0.075 + 0.5 * belt.arc_element());
  REQUIRE(belt.find_departures());
  CHECK(belt.late(0, 1) > 0.5);
  CHECK(belt.value_before(0, 1) == 0.0);
}

TEST_CASE("ALE history: a particle that runs in counts from the place where contact begins, from either side") {
  using Entry = std::pair<int, FrictionPlace>;
  for (const Entry& entry :
       {Entry{1, FrictionPlace::face}, Entry{-1, FrictionPlace::face}, Entry{1, FrictionPlace::center_line}}) {
    const int sense = entry.first;
    CAPTURE(sense);
    LaidBelt belt(entry.second);
    const double displacement = 2.2 * belt.arc_element();
    belt.move(sense * displacement);
    REQUIRE(belt.find_departures());
    Vec2<double> direction{};
    const double in_front = belt.begins(-sense, direction);
    const double arc = kPerPulley * belt.arc_element();
    int n_entered = 0;
    for_arc_points(0, kPerPulley, [&](int e, std::size_t p) {
      const double from_end = sense > 0 ? belt.arc_sigma(e, p) : arc - belt.arc_sigma(e, p);
      const double share = (from_end + in_front) / displacement;
      CHECK(close(belt.late(e, p), std::max(1.0 - share, 0.0), {.abs = kBegins / displacement}));
      if (share >= 1.0) return;
      ++n_entered;
      const Vec2<double> from = belt.departure_direction(e, p);
      CHECK(close(std::hypot(from.x - direction.x, from.y - direction.y), 0.0, {.abs = kBegins / kRadius}));
      CHECK(belt.contact(e, p, ContactField::gap_before) == 0.0);
      CHECK(belt.value_before(e, p) == 0.0);
      // More belt has run past a contact point that lay further along the belt then.
      const double angle = 0.01 * sense;
      const double further =
          angle * belt.pulleys()[0].circle.line_radius * small_drive().reference_length() / belt.loop();
      CHECK(close(belt.flow(e, p, angle) - belt.flow(e, p, 0.0), -further, {.rel = kPressed / kRadius}));
    });
    CHECK(n_entered > 3);
  }
}

// Between the begin of contact and the first contact point the memory grows linearly from zero. The mesh begins with
// that arc, so that the points in front of it are the last points of the loop.
TEST_CASE("ALE history: between the beginning of contact and its first point the memory grows from nothing") {
  for (const int sense : {1, -1}) {
    CAPTURE(sense);
    LaidBelt belt;
    belt.remember([](double) { return kDeflection; }, [](double) { return 0.0; });
    Vec2<double> direction{};
    const double in_front = belt.begins(-sense, direction);
    const int element = sense > 0 ? 0 : kPerPulley - 1;
    const std::size_t point = sense > 0 ? 0 : kContactPoints - 1;
    const double arc = kPerPulley * belt.arc_element();
    const double inside = sense > 0 ? belt.arc_sigma(element, point) : arc - belt.arc_sigma(element, point);
    // From the middle between the node and the point.
    belt.move(sense * 0.5 * inside);
    REQUIRE(belt.find_departures());
    const double expected = kDeflection * (0.5 * inside + in_front) / (inside + in_front);
    CHECK(close(belt.value_before(element, point), expected, {.rel = 1e-6}));
  }
}

TEST_CASE(
    "ALE history: memory is the cubic through two points on either side, and a straight line at the ends of a zone") {
  for (const double sense : {1.0, -1.0}) {
    CAPTURE(sense);
    LaidBelt belt;
    const double arc = kPerPulley * belt.arc_element();
    // Values and slopes are at most 4 times the deflection.
    const auto cubic = [arc](double sigma) {
      const double x = sigma / arc;
      return kDeflection * (1.0 + x * (0.5 + x * (x - 2.0)));
    };
    belt.remember(cubic, [](double) { return 0.0; });
    std::vector<double> places;
    for_arc_points(0, kPerPulley, [&](int e, std::size_t p) { places.push_back(belt.arc_sigma(e, p)); });
    const double displacement = 0.3 * belt.arc_element();
    belt.move(sense * displacement);
    REQUIRE(belt.find_departures());
    int n_straight = 0;
    for_arc_points(0, kPerPulley, [&](int e, std::size_t p) {
      const double from = belt.arc_sigma(e, p) - sense * displacement;
      if (from < places.front() || from > places.back()) return;
      const auto next = std::upper_bound(places.begin(), places.end(), from);
      const bool is_at_end = next == places.begin() + 1 || next + 1 == places.end();
      const double a = *(next - 1);
      const double b = *next;
      const double line = cubic(a) + (cubic(b) - cubic(a)) * (from - a) / (b - a);
      CHECK(close(belt.value_before(e, p), is_at_end ? line : cubic(from), {.abs = 4.0 * kPlace * kDeflection}));
      n_straight += is_at_end ? 1 : 0;
    });
    CHECK(n_straight > 0);
  }
}

TEST_CASE("ALE history: after whole loops each particle is found where it was, and after more in a step none is") {
  for (const double sense : {1.0, -1.0}) {
    CAPTURE(sense);
    LaidBelt belt;
    const std::vector<double> before = belt.deflections();
    for (int loops = 1; loops <= 3; ++loops) {
      belt.move(sense * belt.loop());
      REQUIRE(belt.find_departures());
      for_arc_points(0, kPerPulley, [&](int e, std::size_t p) {
        const double turned = numerics::angle_between(belt.departure_direction(e, p), belt.direction(e, p));
        CHECK(close(turned, 0.0, {.abs = loops * kPlace}));
        CHECK(close(belt.value_before(e, p), before[static_cast<std::size_t>(e) * kContactPoints + p],
                    {.abs = loops * kPlace * kDeflection}));
      });
      belt.carry();
    }
    // The search begins at the last departure point, up to a loop away.
    belt.move(sense * 2.5 * belt.loop());
    CHECK_FALSE(belt.find_departures());
    // The next attempt starts anew.
    belt.move(-sense * 2.0 * belt.loop());
    CHECK(belt.find_departures());
  }
}

TEST_CASE("ALE history: trials that go too far do not keep later ones from finding their departure points") {
  LaidBelt belt;
  for (int trial = 0; trial < 3; ++trial) {
    belt.move(belt.loop());
    REQUIRE(belt.find_departures());
  }
  belt.move(-3.0 * belt.loop());
  REQUIRE(belt.find_departures());
  const std::vector<double> before = belt.deflections();
  for_arc_points(0, kPerPulley, [&](int e, std::size_t p) {
    CHECK(close(belt.value_before(e, p), before[static_cast<std::size_t>(e) * kContactPoints + p],
                {.abs = 3.0 * kPlace * kDeflection}));
  });
}

TEST_CASE("ALE history: a belt at rest keeps its bristles") {
  LaidBelt belt;
  const std::vector<double> before = belt.deflections();
  constexpr int kSteps = 1000;
  for (int step = 0; step < kSteps; ++step) {
    REQUIRE(belt.find_departures());
    belt.carry();
  }
  const std::vector<double> after = belt.deflections();
  for_arc_points(0, kPerPulley, [&](int e, std::size_t p) {
    const auto at = static_cast<std::size_t>(e) * kContactPoints + p;
    // Error in each step: rounding of σ, 1e-16 m, over the distance of contact points, more than 5e-3 m.
    CHECK(close(after[at], before[at], {.abs = kSteps * 2e-14 * kDeflection}));
  });
}

TEST_CASE("ALE history: the stick-slip front is where the memories on both sides meet") {
  for (const double part : {0.1, 0.3, 0.6}) {
    CAPTURE(part);
    LaidBelt belt;
    const double front = 0.5 * (belt.arc_sigma(4, 0) + belt.arc_sigma(4, 1));
    // It grows until slip begins, and is constant from there on.
    const auto deflection = [&](double sigma) { return kDeflection * std::min(sigma, front) / front; };
    const auto mode = [&](double sigma) { return sigma < front ? 0.0 : 1.0; };
    belt.remember(deflection, mode);
    const double displacement = part * (belt.arc_sigma(4, 1) - belt.arc_sigma(4, 0));
    belt.move(displacement);
    REQUIRE(belt.find_departures());
    for_arc_points(1, kPerPulley, [&](int e, std::size_t p) {
      const double departure = belt.arc_sigma(e, p) - displacement;
      CHECK(close(belt.value_before(e, p), deflection(departure), {.abs = kDepartureError * kDeflection / front}));
      CHECK(belt.mode_before(e, p) == mode(departure));
    });
  }
}

TEST_CASE("ALE history: where modes differ and no front is found a variable lies between its limits and sticks") {
  LaidBelt belt;
  const double change = 0.5 * (belt.arc_sigma(4, 0) + belt.arc_sigma(4, 1));
  const double arc = kPerPulley * belt.arc_element();
  // Without a kink both lines agree everywhere.
  const auto deflection = [&](double sigma) { return kDeflection * sigma / arc; };
  belt.remember(deflection, [&](double sigma) { return sigma < change ? 1.0 : 0.0; });
  const double displacement = 0.3 * (belt.arc_sigma(4, 1) - belt.arc_sigma(4, 0));
  belt.move(displacement);
  REQUIRE(belt.find_departures());
  for_arc_points(1, kPerPulley, [&](int e, std::size_t p) {
    const double departure = belt.arc_sigma(e, p) - displacement;
    CHECK(close(belt.value_before(e, p), deflection(departure), {.abs = kDepartureError * kDeflection / arc}));
    CHECK(belt.mode_before(e, p) == (departure < belt.arc_sigma(4, 0) ? 1.0 : 0.0));
  });
}

TEST_CASE("ALE history: what is remembered has the derivatives by s that it says, seen from where the pulley was") {
  LaidBelt belt;
  // By a part of an element, so that no departure point is at a contact point, where the deflection has a kink.
  belt.move(0.3 * belt.arc_element());
  REQUIRE(belt.find_departures());
  const auto read = [&](int e, std::size_t p) {
    return std::array{
        std::atan2(belt.contact(e, p, ContactField::radial_y), belt.contact(e, p, ContactField::radial_x)),
        belt.value_before(e, p), belt.contact(e, p, ContactField::gap_before)};
  };
  constexpr double kDisplacement = 1e-7;
  const double by_s = 2.0 * kDisplacement * (-small_drive().reference_length() / belt.loop());
  LaidBelt on;
  on.move(0.3 * on.arc_element() + kDisplacement);
  LaidBelt back;
  back.move(0.3 * back.arc_element() - kDisplacement);
  // A pulley that moves in the step does not change the departure point.
  back.pulleys()[0].circle.center.x += 1e-4;
  REQUIRE(on.find_departures());
  REQUIRE(back.find_departures());
  // The first two elements have departure points in the span, or beside its end.
  for_arc_points(2, kPerPulley, [&](int e, std::size_t p) {
    const auto after =
        std::array{std::atan2(on.contact(e, p, ContactField::radial_y), on.contact(e, p, ContactField::radial_x)),
                   on.value_before(e, p), on.contact(e, p, ContactField::gap_before)};
    const auto before =
        std::array{std::atan2(back.contact(e, p, ContactField::radial_y), back.contact(e, p, ContactField::radial_x)),
                   back.value_before(e, p), back.contact(e, p, ContactField::gap_before)};
    const auto present = read(e, p);
    // Error of second differences: the square of displacement over radius, times six. Gaps vary by the misfit of the
    // cubic, 1e-6 of the radius.
    CHECK(close((after[0] - before[0]) / by_s, belt.contact(e, p, ContactField::angle_by_s), {.rel = 1e-6}));
    CHECK(close((after[1] - before[1]) / by_s, belt.value_before_by_s(e, p), {.rel = 1e-6, .abs = 1e-12}));
    CHECK(close((after[2] - before[2]) / by_s, belt.contact(e, p, ContactField::gap_before_by_s), {.abs = 1e-8}));
    CHECK(present[1] != 0.0);
  });
}

}  // namespace beltdyn::eulerian::ale::transported_history_test
