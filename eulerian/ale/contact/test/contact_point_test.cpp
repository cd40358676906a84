// SPDX-License-Identifier: MIT
#include "eulerian/ale/contact/contact_point.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include "core/drive/friction_laws.hpp"
#include "core/numerics/close.hpp"
#include "eulerian/ale/element/ale_element.hpp"

namespace beltdyn::eulerian::ale::contact_point_test {
namespace {

using Vector = Vec2<double>;
using Unknowns = ElementVector<double>;

constexpr std::size_t kPhi = kElementUnknowns;
constexpr std::size_t kDirections = kElementUnknowns + 1;
using ContactDual = Dual<double, kDirections>;

constexpr double kLength = 0.9;
constexpr double kStep = 0.4;
constexpr StepRates kRates{.velocity = 1.7, .acceleration = 2.3};
// The pulley at φ = 0.6, its axis at the origin.
constexpr double kAngle = 0.6;
constexpr double kEccentricity = 0.15;
constexpr double kSpeed = 0.8;
constexpr double kTurn = 0.1;
constexpr double kDepth = 0.1;  // of the contact point

constexpr double kStiffness = 2.0;  // of stick
constexpr double kDamping = 0.7;
constexpr double kNormalStiffness = 5.0;
constexpr double kNormalDamping = 0.3;

FrictionLaw coulomb(double coefficient) {
  return contact::ElastoplasticCoulomb(
      {.friction_coefficient = coefficient, .stiffness = kStiffness, .damping = kDamping});
}
const contact::StribeckCurve kFalling({.static_coefficient = 1.3, .kinetic_coefficient = 0.6, .velocity = 0.7});

struct State {
  std::string_view name;
  FrictionLaw law;
  double deflection{};  // memory of each variable of the law
  double gap_before{};  // the departure point has the same angle around the pulley, apart from angle_before
  double angle_before{};
  FrictionUse use = FrictionUse::full;
  double depth = kDepth;
  double mode = 0.0;
  double share = 1.0;  // part of the step since the entry of a particle that has run in
  double normal_damping = kNormalDamping;
  double stiffening = 0.0;

  State on_rigid_pulley() const {
    State state = *this;
    state.normal_damping = 0.0;
    state.stiffening = 3.0;
    return state;
  }
};
// Trial forces are of the order 1; limits are μ times a pressure of about 0.5.
const std::vector<State> kStates{
    {.name = "stick", .law = coulomb(9.0), .deflection = 0.2, .gap_before = -0.05, .angle_before = 0.1},
    {.name = "forward slip", .law = coulomb(0.3), .deflection = 2.0, .gap_before = -0.05, .angle_before = 0.1},
    {.name = "backward slip", .law = coulomb(0.3), .deflection = -2.0, .gap_before = -0.05, .angle_before = 0.1},
    {.name = "entry in stick", .law = coulomb(9.0), .deflection = 0.0, .gap_before = 0.07, .angle_before = 0.3},
    {.name = "entry in slip", .law = coulomb(0.05), .deflection = 0.0, .gap_before = 0.07, .angle_before = 0.5},
    {.name = "no friction", .law = coulomb(0.3), .deflection = 2.0, .gap_before = -0.05, .use = FrictionUse::none},
    {.name = "apart", .law = coulomb(0.3), .deflection = 2.0, .gap_before = -0.05, .depth = -0.5},
    {.name = "run in, and in stick",
     .law = coulomb(9.0),
     .deflection = 0.0,
     .gap_before = -0.05,
     .angle_before = 0.1,
     .share = 0.4},
    {.name = "LuGre, run in",
     .law = contact::LuGre({.stribeck = kFalling, .stiffness = 1.9, .damping = 0.3, .viscosity = 0.2}),
     .gap_before = -0.05,
     .angle_before = 0.3,
     .share = 0.7},
    {.name = "regularised",
     .law = contact::RegularisedCoulomb(
         {.friction_coefficient = 0.5, .velocity = 1.0, .form = contact::Regularisation::hyperbolic}),
     .gap_before = -0.05,
     .angle_before = 0.1},
    {.name = "Dahl",
     .law = contact::Dahl({.friction_coefficient = 0.8, .stiffness = 2.0, .exponent = 1.5}),
     .deflection = 0.2,
     .gap_before = -0.05,
     .angle_before = 0.4},
    {.name = "LuGre",
     .law = contact::LuGre({.stribeck = kFalling, .stiffness = 1.9, .damping = 0.3, .viscosity = 0.2}),
     .deflection = -0.3,
     .gap_before = -0.05,
     .angle_before = 0.4},
    {.name = "LuGre at its entry",
     .law = contact::LuGre({.stribeck = kFalling, .stiffness = 1.9, .damping = 0.3, .viscosity = 0.2}),
     .gap_before = 0.07,
     .angle_before = 0.4},
    {.name = "GMS in slip",
     .law = contact::Gms(
         {.stribeck = kFalling, .stiffness = {2.0, 5.0}, .share = {0.4, 0.6}, .attraction = 0.7, .viscosity = 0.1}),
     .deflection = 0.4,
     .gap_before = -0.05,
     .angle_before = 0.4,
     .mode = 1.0}};

// A point of an element over an eccentric pulley, with all kinds of motion.
struct Setting {
  ElementGeometry<double> geometry{.length = kLength,
                                   .spread = kLength,
                                   .curvature = 0.0,
                                   .place = {{{0.55, 0.7}, {-0.3, 0.95}}},
                                   .tangent = {{{-0.8, 0.5}, {-1.0, -0.1}}},
                                   .normal = {{{-0.5, -0.8}, {0.1, -1.0}}},
                                   .rail = {{{-0.5, -0.8}, {0.1, -1.0}}}};
  Unknowns q{0.02, 0.1, 0.3, 1.1, -0.03, 0.05, 1.25, 0.9};
  Unknowns v{0.3, -0.4, -0.9, 0.2, 0.25, 0.1, -0.8, -0.3};
  double phi = 0.0;    // in addition to kAngle
  double lever = 0.0;  // of the touched place
  Setting unmoved() const {
    Setting setting;
    setting.lever = lever;
    return setting;
  }
  Setting moved(std::size_t i, double by) const {
    Setting other = *this;
    if (i == kPhi) {
      other.phi += by;
    } else {
      other.q[i] += by;
      other.v[i] += kRates.velocity * by;
    }
    return other;
  }
};

constexpr double kPlace = 0.4;  // of the contact point in its element

template <class T>
MeshPoint<T> mesh_point(const Setting& setting, double xi = kPlace) {
  const ElementFields<double> fields = fields_of(setting.geometry, setting.q, setting.v, {}, kRates);
  const RulePoint place = rule_point(xi, 1.0);
  const PointReader<T, double> at(setting.geometry, fields, place);
  MeshPoint<T> p;
  p.r = at.vector(fields.r, 0, Follows::unknowns);
  p.u = at.vector(fields.r, 1, Follows::unknowns);
  p.w = at.vector(fields.r, 2, Follows::unknowns);
  p.s = at.scalar(fields.s, 0, Follows::unknowns);
  p.g = at.scalar(fields.s, 1, Follows::unknowns);
  p.r_t = at.vector(fields.r_t, 0, Follows::velocities);
  p.u_t = at.vector(fields.r_t, 1, Follows::velocities);
  p.s_t = at.scalar(fields.s_t, 0, Follows::velocities);
  p.g_t = at.scalar(fields.s_t, 1, Follows::velocities);
  return p;
}

// Contact on the centre line, and on a face.
constexpr std::array kLevers{0.0, 0.15};
Setting setting_with(double lever) {
  Setting setting;
  setting.lever = lever;
  return setting;
}

// r + Y m: the touched place.
Vector beside(const Vector& r, const Vector& u, double lever) {
  return r + (lever / std::sqrt(dot(u, u))) * numerics::perpendicular(u);
}

Vector center_at(double angle) { return {kEccentricity * std::cos(angle), kEccentricity * std::sin(angle)}; }

// Vector from the centre to the touched place of the belt without motion.
Vector distance_of(const Setting& setting) {
  const MeshPoint<double> p = mesh_point<double>(setting.unmoved());
  return beside(p.r, p.u, setting.lever) - center_at(kAngle);
}

ContactCircle<double> circle_at(const Setting& setting, const State& state) {
  const Vector center = center_at(kAngle + setting.phi);
  const Vector d = distance_of(setting);
  const double contact_radius = std::hypot(d.x, d.y) + state.depth;
  return {.center = center,
          .arm = center,
          .radius = contact_radius - 0.02,
          .line_radius = contact_radius + setting.lever,
          .contact_radius = contact_radius,
          .lever = setting.lever,
          .stiffening = state.stiffening,
          .turn = kTurn + setting.phi,
          .angular_velocity = kSpeed + kRates.velocity * setting.phi};
}

ContactLaws laws_of(const State& state) {
  return {.normal = contact::LawTable<NormalLaw>(
              {contact::PenaltyNormal({.stiffness = kNormalStiffness, .damping = state.normal_damping})}),
          .friction = contact::LawTable<FrictionLaw>({state.law})};
}

// The numbers of a contact point. The memory is linear in s here, and its direction turns with s.
class Memory {
 public:
  Memory(const Setting& setting, const State& state)
      : fields_(std::visit([](const auto& law) { return law.memory_size(); }, state.law)), numbers_(fields_.size()) {
    constexpr double kAngleByS = 0.9;
    constexpr double kValueByS = 0.35;
    constexpr double kGapByS = -0.2;
    constexpr double kFlow = 0.3;
    constexpr double kFlowByAngle = 0.05;
    const double ds = mesh_point<double>(setting).s - mesh_point<double>(Setting{}).s;
    const Vector d = distance_of(setting);
    const double angle = std::atan2(d.y, d.x) - state.angle_before + kAngleByS * ds;
    const bool ran_in = state.share < 1.0;
    const std::array<double, kDepartureFields> fixed{std::cos(angle),
                                                     std::sin(angle),
                                                     kAngleByS,
                                                     state.gap_before + kGapByS * ds,
                                                     kGapByS,
                                                     ran_in ? (1.0 - state.share) * kFlow + ds : 0.0,
                                                     ran_in ? kFlow + kFlowByAngle * state.angle_before + ds : 0.0,
                                                     ran_in ? kFlowByAngle : 0.0};
    std::copy(fixed.begin(), fixed.end(), numbers_.begin());
    const bool touched = state.gap_before < 0.0;
    for (std::size_t k = 0; touched && k < fields_.n(); ++k) {
      numbers_[fields_.value_before(k)] = state.deflection + kValueByS * ds;
      numbers_[fields_.value_before_by_s(k)] = kValueByS;
      numbers_[fields_.mode_before(k)] = state.mode;
    }
  }

  ContactStore<double> store() { return {numbers_.data(), fields_}; }
  double operator[](ContactField field) const { return numbers_[ContactFields::at(field)]; }
  double gap_before() const { return numbers_[ContactFields::at(ContactField::gap_before)]; }
  double value(std::size_t k) const { return numbers_[fields_.value(k)]; }
  double value_before(std::size_t k) const { return numbers_[fields_.value_before(k)]; }

 private:
  ContactFields fields_;
  std::vector<double> numbers_;
};

template <class T>
ContactResult<T> touch_of(const Setting& setting, const State& state, Memory& memory) {
  const ContactStep step{.friction = state.use, .length = kStep, .velocity_rate = kRates.velocity, .phi = kPhi};
  return evaluate_contact(circle_at(setting, state), laws_of(state), 0.0, mesh_point<T>(setting), step, T(0.0),
                          memory.store());
}
template <class T>
ContactResult<T> touch_of(const Setting& setting, const State& state) {
  Memory memory(setting, state);
  return touch_of<T>(setting, state, memory);
}

template <class T>
std::array<T, 7> values_of(const ContactResult<T>& result) {
  return {result.force.r.x, result.force.r.y, result.force.u.x, result.force.u.y,
          result.force.s,   result.force.g,   result.moment};
}

// ġ and θ̇ of the particle's touched place, relative to the moving centre, by differences in time.
struct Motion {
  double gap_rate{};
  double angle_rate{};
};
Motion motion_of_particle(const Setting& setting) {
  const MeshPoint<double> p = mesh_point<double>(setting);
  constexpr double kTime = 1e-5;
  const auto seen = [&](double t) {
    Unknowns q = setting.q;
    for (std::size_t i = 0; i < q.size(); ++i) q[i] += t * setting.v[i];
    const ElementFields<double> fields = fields_of(setting.geometry, q, setting.v, {});
    const RulePoint place = rule_point(0.4 - t * p.s_t / (p.g * kLength), 1.0);
    const PointReader<double, double> at(setting.geometry, fields, place);
    return beside(at.vector(fields.r, 0, Follows::nothing), at.vector(fields.r, 1, Follows::nothing), setting.lever) -
           center_at(kAngle + t * kSpeed);
  };
  const Vector a = seen(-kTime);
  const Vector b = seen(kTime);
  return {.gap_rate = (std::hypot(b.x, b.y) - std::hypot(a.x, a.y)) / (2.0 * kTime),
          .angle_rate = (std::atan2(b.y, b.x) - std::atan2(a.y, a.x)) / (2.0 * kTime)};
}

std::vector<State> states_on_all_pulleys() {
  std::vector<State> states = kStates;
  for (const State& state : kStates) states.push_back(state.on_rigid_pulley());
  return states;
}

// Error of second differences over 1e-5: h²/6 times third derivatives of the order 10, and rounding over h.
constexpr double kMotionError = 1e-9;

}  // namespace

TEST_CASE("ALE contact: forces and moment have the derivatives by the element and the angle of the pulley") {
  for (const double lever : kLevers) {
    const Setting setting = setting_with(lever);
    for (const State& state : states_on_all_pulleys()) {
      CAPTURE(lever);
      CAPTURE(state.name);
      CAPTURE(state.stiffening);
      const auto all = values_of(touch_of<ContactDual>(setting, state));
      const auto plain = values_of(touch_of<double>(setting, state));
      for (std::size_t j = 0; j < kDirections; ++j) {
        CAPTURE(j);
        constexpr double h = 1e-3;
        const auto at = [&](double by) { return values_of(touch_of<double>(setting.moved(j, by), state)); };
        const auto [f1, f2, b1, b2] = std::array{at(h), at(2.0 * h), at(-h), at(-2.0 * h)};
        for (std::size_t i = 0; i < all.size(); ++i) {
          CAPTURE(i);
          CHECK(close(all[i].value, plain[i], {.abs = 1e-14}));
          // Fourth order: the error is h⁴/30 times fifth derivatives, which are up to 1e4 for lengths of the order 1.
          const double expected = (8.0 * (f1[i] - b1[i]) - (f2[i] - b2[i])) / (12.0 * h);
          CHECK(close(all[i].d[j], expected, {.abs = 1e-9}));
        }
      }
    }
  }
}

namespace {

// Compares the results of a contact point with the laws. Returns its state as a number.
double check_laws(const Setting& setting, const State& state) {
  const Motion motion = motion_of_particle(setting);
  const MeshPoint<double> p = mesh_point<double>(setting);
  const ContactCircle<double> circle = circle_at(setting, state);
  Memory memory(setting, state);
  const ContactResult<double> result = touch_of<double>(setting, state, memory);
  const double pressure = std::max(0.0, kNormalStiffness * state.depth - state.normal_damping * motion.gap_rate);
  CHECK(close(memory[ContactField::gap], -state.depth, {.abs = 1e-15}));
  CHECK(close(memory[ContactField::pressure], pressure, {.abs = kMotionError}));
  const double landed = memory.gap_before() > 0.0 ? state.depth / (memory.gap_before() + state.depth) : 1.0;
  const double slip_rate = circle.radius * (motion.angle_rate - kSpeed);
  const contact::SlipStep step{.slip = landed * circle.radius * (state.angle_before - state.share * kTurn),
                               .velocity = slip_rate,
                               .inverse_time_step = 1.0 / (landed * state.share * kStep),
                               .normal_force = memory[ContactField::pressure]};
  std::visit(
      [&](const auto& law) {
        typename std::decay_t<decltype(law)>::History before{};
        typename std::decay_t<decltype(law)>::History after{};
        for (std::size_t k = 0; k < law.memory_size(); ++k) {
          before.value[k] = memory.value_before(k);
          before.mode[k] = memory.gap_before() < 0.0 ? state.mode : 0.0;
        }
        const double traction = law.respond(step, before, after).traction;
        if (state.use == FrictionUse::none) {
          CHECK(memory[ContactField::traction] == 0.0);
          return;
        }
        // The velocity comes from a second difference.
        CHECK(close(memory[ContactField::traction], traction, {.abs = 10.0 * kMotionError}));
        for (std::size_t k = 0; k < law.memory_size() && state.depth > 0.0; ++k) {
          CHECK(close(memory.value(k), after.value[k], {.abs = 10.0 * kMotionError}));
        }
      },
      state.law);
  if (state.depth < 0.0) {
    for (const double force : values_of(result)) CHECK(force == 0.0);
    return memory[ContactField::state];
  }
  // The power on belt and pulley is the power of normal force and friction, per length of the mesh, apart from the
  // energy stored in the springs of rigid contact, which moves with the belt: ∂(P s_t)/∂σ for a particle that moves by
  // −s_t/g along the mesh.
  const double to_belt =
      -(dot(result.force.r, p.r_t) + dot(result.force.u, p.u_t) + result.force.s * p.s_t + result.force.g * p.g_t);
  const auto stored_in_flow = [&](double xi) {
    const MeshPoint<double> there = mesh_point<double>(setting, xi);
    const Vector d = beside(there.r, there.u, setting.lever) - circle.center;
    const double gap = std::hypot(d.x, d.y) - circle.contact_radius;
    return 0.5 * kNormalStiffness * gap * gap * there.s_t;
  };
  constexpr double kBeside = 1e-5;
  const double carried = state.stiffening == 0.0
                             ? 0.0
                             : (stored_in_flow(kPlace + kBeside) - stored_in_flow(kPlace - kBeside)) /
                                   (2.0 * kBeside * setting.geometry.length);
  CHECK(close(to_belt + result.moment * kSpeed + carried,
              p.g * (memory[ContactField::pressure] * motion.gap_rate + memory[ContactField::traction] * slip_rate),
              {.abs = kMotionError}));
  return memory[ContactField::state];
}

}  // namespace

TEST_CASE("ALE contact: pressure and friction follow their laws and act equally on belt and pulley") {
  for (const double lever : kLevers) {
    CAPTURE(lever);
    std::vector<double> slips;
    for (const State& state : kStates) {
      CAPTURE(state.name);
      slips.push_back(check_laws(setting_with(lever), state));
      CHECK(check_laws(setting_with(lever), state.on_rigid_pulley()) == slips.back());
    }
    // All kinds of states occur.
    slips.resize(7);
    CHECK(slips == std::vector<double>{0.0, 1.0, -1.0, 0.0, 1.0, 0.0, 2.0});
  }
}

// In the frame of the axis a belt that rolls onto its pulley turns as much as the pulley, before and after its entry.
// Relative to the mesh its travel differs if the axis moves.
TEST_CASE("ALE contact: a particle that rolls in has not slipped since its entry, wherever the place of entry went") {
  for (const double share : {0.1, 0.5, 0.9}) {
    CAPTURE(share);
    State state{.name = "rolls in", .law = coulomb(9.0), .gap_before = -0.05, .angle_before = share * kTurn};
    state.share = share;
    Memory memory(Setting{}, state);
    touch_of<double>(Setting{}, state, memory);
    CHECK(close(memory[ContactField::slip], 0.0, {.abs = 1e-15}));
  }
  State state{.name = "not in yet", .law = coulomb(9.0), .gap_before = -0.05, .angle_before = -0.02};
  state.share = -0.5;
  Memory memory(Setting{}, state);
  touch_of<double>(Setting{}, state, memory);
  CHECK(memory[ContactField::slip] == 0.0);
}

TEST_CASE("ALE contact: a particle that damping presses before it arrives has not slipped yet") {
  // Apart at the departure point, and almost as far apart now, but so fast that the damper presses.
  const State state{.name = "arriving",
                    .law = coulomb(0.3),
                    .gap_before = 1.01e-3,
                    .angle_before = 0.3,
                    .depth = -1e-3,
                    .normal_damping = 1.0};
  Setting setting;
  REQUIRE(motion_of_particle(setting).gap_rate < 0.0);
  Memory memory(setting, state);
  const ContactStep step{.length = kStep, .velocity_rate = kRates.velocity, .phi = kPhi};
  evaluate_contact(circle_at(setting, state), laws_of(state), 0.0, mesh_point<double>(setting), step, 0.0,
                   memory.store());
  REQUIRE(memory[ContactField::pressure] > 0.0);
  CHECK(memory[ContactField::slip] == 0.0);
}

}  // namespace beltdyn::eulerian::ale::contact_point_test
