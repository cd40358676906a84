// SPDX-License-Identifier: MIT
#include "lagrangian/links/link_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "core/drive/friction_laws.hpp"
#include "core/numerics/close.hpp"
#include "lagrangian/links/link_energy.hpp"
#include "lagrangian/links/test/kubas_drive.hpp"

namespace beltdyn::lagrangian::links::link_kernel_test {
namespace {

using numerics::InstructionSet;
using Layout = LinkLayout;

// A belt out of equilibrium, with sticking and slipping friction elements.
class WavedLinks {
 public:
  explicit WavedLinks(const BeltDrive& drive, int n_links = kLinks, InstructionSet set = InstructionSet::baseline)
      : model(make_link_model(drive, n_links)),
        layout(model),
        kernel(make_link_kernel(model, set)),
        state(lay_on_path(drive, model, layout)),
        modes(layout.modes_size()),
        rates(layout.size()),
        speeds{3.0, -1.0},
        moments(2) {
    for (std::size_t i = 0; i < layout.n_links(); ++i) {
      const auto wave = [i](double phase) { return std::sin(static_cast<double>(i) * 0.7 + phase); };
      at(Layout::x, i) += 2e-4 * wave(0.0);
      at(Layout::y, i) += 2e-4 * wave(1.0);
      at(Layout::angle, i) += 2e-2 * wave(2.0);
      at(Layout::vx, i) = 0.5 * wave(3.0);
      at(Layout::vy, i) = 0.4 * wave(4.0);
      at(Layout::spin, i) = 2.0 * wave(5.0);
      for (std::size_t k = 0; k < layout.n_memory(); ++k) {
        state[layout.memory(k) + i] = 0.4 * wave(static_cast<double>(k));
        modes[k * layout.stride() + i] = i % 5 == k ? 1.0 : 0.0;
      }
    }
  }

  double& at(Layout::Field field, std::size_t i) { return state[layout.field(field) + i]; }
  double rate(Layout::Field field, std::size_t i) const { return rates[layout.field(field) + i]; }
  double memory_rate(std::size_t k, std::size_t i) const { return rates[layout.memory(k) + i]; }
  double evaluate(bool has_friction = true, bool follows = false) {
    return kernel->evaluate({.has_friction = has_friction, .follows = follows}, state.data(), modes.data(), speeds,
                            rates.data(), moments);
  }
  LinkForces observe() {
    LinkForces forces(layout);
    kernel->observe({}, state.data(), modes.data(), speeds, rates.data(), moments, forces);
    return forces;
  }

  // r + w Y m, m the left normal of a link.
  numerics::Vec2<double> touched_place(std::size_t i, const LinkPulley& pulley) {
    const double lever = pulley.turn * model.lever;
    return {at(Layout::x, i) - lever * std::sin(at(Layout::angle, i)),
            at(Layout::y, i) + lever * std::cos(at(Layout::angle, i))};
  }
  // Energy of joints, bending, weight and contact [J].
  double potential_energy() {
    double energy = 0.0;
    const std::size_t n = layout.n_links();
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t before = (i + n - 1) % n;
      const double half = 0.5 * model.link_length;
      const double gx = at(Layout::x, i) - half * std::cos(at(Layout::angle, i)) - at(Layout::x, before) -
                        half * std::cos(at(Layout::angle, before));
      const double gy = at(Layout::y, i) - half * std::sin(at(Layout::angle, i)) - at(Layout::y, before) -
                        half * std::sin(at(Layout::angle, before));
      const double bend = at(Layout::angle, i) - at(Layout::angle, before) + (i == 0 ? model.winding : 0.0);
      energy += 0.5 * model.axial_stiffness * (gx * gx + gy * gy) + 0.5 * model.bending_stiffness * bend * bend;
      energy -= model.mass * (model.gravity.x * at(Layout::x, i) + model.gravity.y * at(Layout::y, i));
      for (const LinkPulley& pulley : model.pulleys) {
        const auto [x, y] = touched_place(i, pulley);
        const double depth = pulley.contact_radius - std::hypot(x - pulley.center.x, y - pulley.center.y);
        const auto spring = [depth](const auto& law) { return law.stored_energy(-depth); };
        if (depth > 0.0) energy += std::visit(spring, pulley.normal);
      }
    }
    return energy;
  }

  LinkModel model;
  Layout layout;
  std::unique_ptr<LinkKernel> kernel;
  numerics::AlignedVector state;
  numerics::AlignedVector modes;
  numerics::AlignedVector rates;
  std::vector<double> speeds;
  std::vector<double> moments;
};

// Belts whose friction acts on the centre line at the pulley, on a face, or on a centre line above the pulley.
std::vector<BeltDrive> drives_with_offsets() {
  std::vector<BeltDrive> drives(3, kubas_drive());
  for (std::size_t i = 1; i < drives.size(); ++i) drives[i].belt.contact_offset = 0.015;
  drives[2].belt.friction_at = FrictionPlace::center_line;
  return drives;
}

BeltDrive undamped(BeltDrive drive) {
  drive.belt.axial_damping = 0.0;
  std::get<KelvinVoigtContact>(drive.contact->normal).damping_per_area = 0.0;
  return drive;
}
BeltDrive undamped_drive() { return undamped(kubas_drive()); }

void check_slopes(const BeltDrive& drive) {
  WavedLinks links(drive);
  links.evaluate(false);
  for (const std::size_t i : {0U, 5U, 40U, 61U, 119U}) {
    for (const auto& [field, rate, inertia] :
         {std::tuple{Layout::x, Layout::vx, links.model.mass}, std::tuple{Layout::y, Layout::vy, links.model.mass},
          std::tuple{Layout::angle, Layout::spin, links.model.inertia}}) {
      CAPTURE(i);
      const int place = static_cast<int>(field);
      CAPTURE(place);
      // A central difference over 1e-7 has a relative error of some 1e-7 from rounding: energies are of some 10 J.
      constexpr double kDifference = 1e-7;
      double& q = links.at(field, i);
      const double q0 = q;
      q = q0 + kDifference;
      const double above = links.potential_energy();
      q = q0 - kDifference;
      const double below = links.potential_energy();
      q = q0;
      const double force = -(above - below) / (2.0 * kDifference);
      CHECK(close(inertia * links.rate(rate, i), force, {.rel = 1e-5, .abs = 1e-6}));
    }
  }
}

}  // namespace

TEST_CASE("links kernel: forces and moments are the slopes of the potential energy") {
  for (const BeltDrive& drive : drives_with_offsets()) {
    CAPTURE(drive.belt.contact_lever());
    check_slopes(undamped(drive));
  }
}

// In [Kubas 2021] Eq. (35) the moment has the damper of the axial spring, and a sign that makes moments grow.
TEST_CASE("links kernel: joints lose the power of their dampers, each its own") {
  BeltDrive drive = undamped_drive();
  drive.gravity.setZero();
  const auto power = [](const BeltDrive& d) {
    WavedLinks links(d);
    links.evaluate(false);
    double sum = 0.0;
    for (std::size_t i = 0; i < links.layout.n_links(); ++i) {
      sum += links.model.mass * (links.at(Layout::vx, i) * links.rate(Layout::vx, i) +
                                 links.at(Layout::vy, i) * links.rate(Layout::vy, i));
      sum += links.model.inertia * links.at(Layout::spin, i) * links.rate(Layout::spin, i);
    }
    return sum;
  };
  const double conservative = power(drive);
  const double bending_damping = 1e-3 * kReferenceLink;
  drive.belt.bending_damping = bending_damping;
  WavedLinks links(drive);
  double lost = 0.0;
  for (std::size_t i = 0; i < links.layout.n_links(); ++i) {
    const std::size_t before = (i + links.layout.n_links() - 1) % links.layout.n_links();
    const double turning = links.at(Layout::spin, i) - links.at(Layout::spin, before);
    lost += 1e-3 * turning * turning;
  }
  CHECK(close(power(drive) - conservative, -lost, {.rel = 1e-9}));
  drive.belt.bending_damping = 0.0;
  drive.belt.axial_damping = 0.5 * kReferenceLink;
  CHECK(power(drive) < conservative - 1e-3);
}

// dE/dt of the belt along its rates, by a central difference; E is quadratic in all unknowns except the angles.
TEST_CASE("links kernel: the belt loses the energy reported by the kernel, plus the work on the pulleys") {
  using Dampings = std::pair<double, double>;  // of a joint along the belt [N s/m] and in bending [N m s]
  for (const Dampings& dampings : {Dampings{0.0, 0.0}, Dampings{0.0, 1e-3}, Dampings{0.5, 1e-3}}) {
    for (const bool has_friction : {false, true}) {
      CAPTURE(dampings.first);
      CAPTURE(dampings.second);
      CAPTURE(has_friction);
      BeltDrive drive = kubas_drive();
      drive.belt.axial_damping = dampings.first * kReferenceLink;
      drive.belt.bending_damping = dampings.second * kReferenceLink;
      WavedLinks links(drive);
      links.evaluate(has_friction);
      const auto energy_after = [&links](double time) {
        numerics::AlignedVector state = links.state;
        for (std::size_t i = 0; i < state.size(); ++i) state[i] += time * links.rates[i];
        return belt_energy(links.model, links.layout, state);
      };
      constexpr double kTime = 1e-6;  // [s]; angles change by some 1e-6, gaps of 1e-4 m by 1e-6 m
      const double gained = (energy_after(kTime) - energy_after(-kTime)) / (2.0 * kTime);
      const double to_pulleys = links.moments[0] * links.speeds[0] + links.moments[1] * links.speeds[1];
      // Energies of some 10 J have a relative rounding of 1e-14; the dissipated power is some 10 W and more.
      CHECK(std::abs(gained) > 1.0);
      CHECK(close(-gained - to_pulleys, links.kernel->lost_power(), {.rel = 1e-6}));
    }
  }
}

TEST_CASE("links kernel: friction takes what the pulleys give, less the power of slip") {
  for (const BeltDrive& drive : drives_with_offsets()) {
    CAPTURE(drive.belt.contact_offset);
    CAPTURE(drive.belt.contact_lever());
    WavedLinks links(drive);
    links.evaluate(false);
    const numerics::AlignedVector without = links.rates;
    const LinkForces forces = links.observe();
    double on_links = 0.0;
    double slip = 0.0;
    for (std::size_t i = 0; i < links.layout.n_links(); ++i) {
      for (const auto& [velocity, inertia] :
           {std::pair{Layout::vx, links.model.mass}, std::pair{Layout::vy, links.model.mass},
            std::pair{Layout::spin, links.model.inertia}}) {
        const std::size_t j = links.layout.field(velocity) + i;
        on_links += inertia * links.at(velocity, i) * (links.rates[j] - without[j]);
      }
      slip += forces.traction[i] * forces.slip_velocity[i];
    }
    const double on_pulleys = links.moments[0] * links.speeds[0] + links.moments[1] * links.speeds[1];
    CHECK(close(on_links + on_pulleys, slip, {.rel = 1e-12}));
  }
}

// T = N Σ μ_k* ν_k, [Kubas 2021] Eqs. (4) to (7), with σ per normal force, against the slip of the link.
TEST_CASE("links kernel: traction is the sum over the elements, whose rates are those of the law") {
  const BeltDrive drive = kubas_drive();
  WavedLinks links(drive);
  const LinkForces forces = links.observe();
  const auto law = std::get<GmsConfig>(*drive.contact->friction).law();
  int n_contacts = 0;
  for (std::size_t i = 0; i < links.layout.n_links(); ++i) {
    contact::Gms::History history{};
    double sum = 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
      history.value[k] = links.state[links.layout.memory(k) + i];
      history.mode[k] = links.modes[k * links.layout.stride() + i];
      sum += history.value[k] / 3.0;
    }
    CHECK(close(forces.traction[i], -forces.normal[i] * sum, {.rel = 1e-12, .abs = 1e-12}));
    if (forces.pulley[i] < 0.0) continue;
    ++n_contacts;
    const auto rate = law.memory_rate({.velocity = forces.slip_velocity[i], .normal_force = 1.0}, history);
    for (std::size_t k = 0; k < 3; ++k) CHECK(close(links.memory_rate(k, i), rate[k], {.rel = 1e-12}));
  }
  CHECK(n_contacts > 15);
}

namespace {

// One link as an argument of the laws.
struct LinkAlone {
  const LinkPulley& pulley;
  contact::GapState gap;
  contact::SlipMotion motion;

  LinkAlone(WavedLinks& links, std::size_t i, std::size_t p) : pulley(links.model.pulleys[p]) {
    const auto place = links.touched_place(i, pulley);
    const double x = place.x - pulley.center.x;
    const double y = place.y - pulley.center.y;
    const double distance = std::hypot(x, y);
    const double spin = links.at(Layout::spin, i);
    const double vx = links.at(Layout::vx, i) - spin * (place.y - links.at(Layout::y, i));
    const double vy = links.at(Layout::vy, i) + spin * (place.x - links.at(Layout::x, i));
    gap = {.gap = distance - pulley.contact_radius, .gap_rate = (x * vx + y * vy) / distance};
    motion.velocity = pulley.turn * pulley.radius * ((x * vy - y * vx) / (distance * distance) - links.speeds[p]);
    motion.normal_force = std::visit([&](const auto& law) { return law.respond(gap).normal_force; }, pulley.normal);
  }
  bool touches() const {
    return std::visit([&](const auto& law) { return law.touches(gap); }, pulley.normal);
  }
};

// Compares forces, rates and switches of links with the law of the pulley evaluated in doubles.
template <class Law>
void check_links(WavedLinks& links, const Law& law, const LinkForces& forces, std::size_t p) {
  // A penetration of some 1e-4 m is the difference of lengths of up to 1 m.
  constexpr Tolerance kRounding{.rel = 1e-10, .abs = 1e-10};
  int touching = 0;
  const numerics::AlignedVector state = links.state;
  const numerics::AlignedVector modes = links.modes;
  const numerics::AlignedVector rates = links.rates;
  links.kernel->switch_modes(links.state.data(), links.modes.data(), links.speeds);
  for (std::size_t i = 0; i < links.layout.n_links(); ++i) {
    const LinkAlone link(links, i, p);
    if (!link.touches()) continue;
    ++touching;
    CHECK(forces.pulley[i] == static_cast<double>(p));
    CHECK(close(forces.normal[i], link.motion.normal_force, {.rel = 1e-10, .abs = 1e-6}));
    const contact::SlipMotion motion{.velocity = forces.slip_velocity[i], .normal_force = forces.normal[i]};
    CHECK(close(motion.velocity, link.motion.velocity, {.rel = 1e-10, .abs = 1e-12}));
    typename Law::History history{};
    for (std::size_t k = 0; k < law.memory_size(); ++k) {
      history.value[k] = state[links.layout.memory(k) + i];
      history.mode[k] = modes[k * links.layout.stride() + i];
    }
    const double traction = motion.normal_force > 0.0 ? law.traction(motion, history) : 0.0;
    CHECK(close(forces.traction[i], traction, kRounding));
    const auto rate = law.memory_rate(motion, history);
    for (std::size_t k = 0; k < law.memory_size(); ++k) {
      CHECK(close(rates[links.layout.memory(k) + i], rate[k], kRounding));
    }
    if constexpr (contact::HybridFrictionLaw<Law>) {
      for (std::size_t k = 0; k < law.n_modes(); ++k) {
        if (law.mode_margin(k, motion, history) < 0.0) law.switch_mode(k, motion, history);
      }
    }
    for (std::size_t k = 0; k < law.memory_size(); ++k) {
      CHECK(close(links.state[links.layout.memory(k) + i], history.value[k], kRounding));
      CHECK(links.modes[k * links.layout.stride() + i] == history.mode[k]);
    }
  }
  CHECK(touching > 10);
}

}  // namespace

TEST_CASE("links kernel: lanes find for every law and both normal laws what the laws find for one link") {
  for (const FrictionLawConfig& friction : all_friction_laws()) {
    BeltDrive drive = kubas_drive();
    const auto spring = std::get<KelvinVoigtContact>(drive.contact->normal);
    drive.contact->friction = friction;
    drive.pulleys[1].contact = PulleyContact{.normal = PenaltyContact{.stiffness_per_area = spring.stiffness_per_area,
                                                                      .damping_per_area = spring.damping_per_area},
                                             .friction = friction};
    for (const InstructionSet set : {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
      if (!numerics::is_available(set)) continue;
      for (const std::size_t p : {0U, 1U}) {
        WavedLinks links(drive, kLinks, set);
        // The deflection of a bristle at its limit of 30 N is some 1e-3 m; other variables are relative to N.
        const bool is_bristle = std::holds_alternative<BristleConfig>(friction) ||
                                std::holds_alternative<ElastoplasticCoulombConfig>(friction);
        for (std::size_t k = 0; k < links.layout.n_memory(); ++k) {
          for (std::size_t i = 0; i < links.layout.n_links(); ++i) {
            links.state[links.layout.memory(k) + i] *= is_bristle ? 5e-3 : 4.0;
          }
        }
        const LinkForces forces = links.observe();
        CAPTURE(drive.contact->friction_name());
        CAPTURE(static_cast<int>(set));
        CAPTURE(p);
        std::visit([&](const auto& law) { check_links(links, law, forces, p); }, *links.model.pulleys[p].friction);
      }
    }
  }
}

// Directions after small turns are exact up to rounding; after larger turns they are computed anew.
TEST_CASE("links kernel: an evaluation that follows another one finds the rates of one that does not") {
  for (const double turn : {3e-3, 0.015, 0.3}) {
    WavedLinks links(kubas_drive());
    WavedLinks anew(kubas_drive());
    links.evaluate();
    for (WavedLinks* both : {&links, &anew}) {
      for (std::size_t i = 0; i < links.layout.n_links(); ++i) {
        both->at(Layout::angle, i) += i % 2 == 0 ? turn : -turn;
      }
    }
    links.evaluate(true, true);
    anew.evaluate();
    for (std::size_t f = 0; f < Layout::n_fields; ++f) {
      double largest = 0.0;
      double size = 0.0;
      for (std::size_t i = 0; i < links.layout.n_links(); ++i) {
        const std::size_t j = links.layout.field(f) + i;
        largest = std::max(largest, std::abs(links.rates[j] - anew.rates[j]));
        size = std::max(size, std::abs(anew.rates[j]));
      }
      // As above.
      CHECK(largest <= 1e-10 * size);
    }
  }
}

TEST_CASE("links kernel: every instruction set, and a belt that does not fill its lanes, find the same rates") {
  for (const int n : {kLinks, 117}) {
    WavedLinks reference(kubas_drive(), n);
    reference.evaluate();
    for (const InstructionSet set : {InstructionSet::avx2, InstructionSet::avx512}) {
      if (!numerics::is_available(set)) continue;
      CAPTURE(n);
      CAPTURE(static_cast<int>(set));
      WavedLinks links(kubas_drive(), n, set);
      links.evaluate();
      for (std::size_t f = 0; f < Layout::n_fields + links.layout.n_memory(); ++f) {
        double largest = 0.0;
        double size = 0.0;
        for (std::size_t i = 0; i < links.layout.stride(); ++i) {
          const std::size_t j = links.layout.field(f) + i;
          largest = std::max(largest, std::abs(links.rates[j] - reference.rates[j]));
          size = std::max(size, std::abs(reference.rates[j]));
          if (i >= links.layout.n_links()) CHECK(links.rates[j] == 0.0);
        }
        // Gaps in the joints are some 1e-4 m between coordinates of 1 m, so that four digits are lost.
        CHECK(largest <= 1e-10 * size);
      }
      CHECK(close(links.moments[0], reference.moments[0], {.rel = 1e-10}));
    }
  }
}

namespace {

// A link pressed onto pulley 1, which moves over it at a velocity in the running direction.
struct PressedLink {
  WavedLinks links{kubas_drive()};
  std::size_t i = 3;

  explicit PressedLink(double velocity) {
    links.speeds = {0.0, 0.0};
    const double angle = 2.0;
    const double r = 0.2 - 1e-4;
    links.at(Layout::x, i) = r * std::cos(angle);
    links.at(Layout::y, i) = r * std::sin(angle);
    links.at(Layout::vx, i) = -velocity * std::sin(angle);
    links.at(Layout::vy, i) = velocity * std::cos(angle);
  }
  double& m(std::size_t k) { return links.state[links.layout.memory(k) + i]; }
  double& mode(std::size_t k) { return links.modes[k * links.layout.stride() + i]; }
  void switch_modes() { links.kernel->switch_modes(links.state.data(), links.modes.data(), links.speeds); }
};

}  // namespace

TEST_CASE("links kernel: a loaded element beyond the Stribeck curve slips from the curve on") {
  constexpr double kFast = 1.0;  // far beyond the Stribeck velocity: the limit is mu_C = 0.9
  for (const double direction : {1.0, -1.0}) {
    PressedLink link(direction * kFast);
    link.m(0) = direction * 2.8;
    link.m(1) = direction * 0.89;
    link.m(2) = -direction * 2.8;  // unloading: s falls with the velocity, which causes no slip
    for (std::size_t k = 0; k < 3; ++k) link.mode(k) = 0.0;
    link.switch_modes();
    CHECK(close(link.m(0), direction * 0.9, {.rel = 1e-12}));
    CHECK(link.mode(0) == direction);
    CHECK(link.m(1) == direction * 0.89);
    CHECK(link.mode(1) == 0.0);
    CHECK(link.m(2) == -direction * 2.8);
    CHECK(link.mode(2) == 0.0);
  }
}

TEST_CASE("links kernel: an element sticks again when the link comes to rest or turns round, and keeps its force") {
  for (const double velocity : {-1e-3, 0.0, 1e-3}) {
    PressedLink link(velocity);
    link.m(0) = 0.7;
    link.mode(0) = 1.0;
    link.switch_modes();
    CHECK(link.mode(0) == (velocity > 0.0 ? 1.0 : 0.0));
    CHECK(link.m(0) == 0.7);
  }
}

TEST_CASE("links kernel: a link that leaves its pulley forgets its friction") {
  PressedLink link(1.0);
  link.m(0) = 0.5;
  link.mode(1) = 1.0;
  link.m(1) = 0.9;
  link.links.at(Layout::x, link.i) *= 1.01;
  link.links.at(Layout::y, link.i) *= 1.01;
  link.switch_modes();
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK(link.m(k) == 0.0);
    CHECK(link.mode(k) == 0.0);
  }
  // A link in contact keeps its memory when a fast motion removes its pressure.
  PressedLink flying(1.0);
  flying.m(0) = 0.5;
  flying.mode(0) = 0.0;
  flying.links.at(Layout::vx, flying.i) += 10.0 * std::cos(2.0);
  flying.links.at(Layout::vy, flying.i) += 10.0 * std::sin(2.0);
  CHECK(flying.links.observe().normal[flying.i] == 0.0);
  flying.switch_modes();
  CHECK(flying.m(0) == 0.5);
}

}  // namespace beltdyn::lagrangian::links::link_kernel_test
