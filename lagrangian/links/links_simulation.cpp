// SPDX-License-Identifier: MIT
#include "lagrangian/links/links_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/contact/friction_law.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/belt/plausibility.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/dynamics/bending_layer.hpp"
#include "core/dynamics/contact_stiffness.hpp"
#include "core/dynamics/step_scales.hpp"

namespace beltdyn::lagrangian::links {
namespace {

using Layout = LinkLayout;

// Tolerances of the balances. Joints of the polygon leave and meet pulleys one by one, which shakes the belt. The
// balance of moments leaves out the moments of inertia of the links, ρA l³/12.
constexpr double kTorqueTolerance = 0.05;
// Explicit steps resolve the fastest vibrations of the joints, and so does the trapezoidal rule of the power.
constexpr double kPowerTolerance = 1e-2;
// A polygon that changes the belt force by more than this part triggers a warning [-].
constexpr double kPolygonForce = 0.05;
// Relative change of a rigid pulley's speed by links of angle α is below this factor times α² [-].
constexpr double kPolygonSpeed = 0.002;
// Largest angle from link to link of a belt that is not a coarse polygon [rad].
constexpr double kCoarseTurn = 0.3;

// The friction memories on the pulleys, each kind once with its largest number of variables. Laws with equal names of
// variables are of one kind.
std::vector<MemoryKind> memory_kinds(const BeltDrive& drive) {
  std::vector<MemoryKind> kinds;
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const FrictionLawConfig law = *drive.contact_of(p).friction;
    const MemoryNames names = std::visit([](const auto& config) { return config.memory(); }, law);
    if (names.size == 0) continue;
    auto kind = std::find_if(kinds.begin(), kinds.end(),
                             [&](const MemoryKind& other) { return other.names.value == names.value; });
    if (kind == kinds.end()) {
      const bool is_gms = std::holds_alternative<GmsConfig>(law);
      kind = kinds.insert(kind, {names, is_gms, std::vector<std::size_t>(drive.pulleys.size())});
    }
    kind->size[p] = names.size;
    kind->names.size = std::max(kind->names.size, names.size);
  }
  return kinds;
}

// The state of a contact that slips at a velocity, by a law with this history; `h` distinguishes creep from slip.
struct StateOfContact {
  const LinkBelt& belt;
  std::size_t link;
  contact::SlipStep step;

  template <class Law>
  contact::ContactState operator()(const Law& law) const {
    typename Law::History history{};
    typename Law::History trial{};
    const Layout& layout = belt.layout();
    for (std::size_t k = 0; k < law.memory_size(); ++k) {
      history.value[k] = belt.state()[layout.memory(k) + link];
      history.mode[k] = belt.modes()[k * layout.stride() + link];
    }
    if constexpr (contact::HybridFrictionLaw<Law>) {
      // While all elements slip, variables may stay where they were when slip began.
      bool slips = true;
      for (std::size_t k = 0; k < law.n_modes(); ++k) slips = slips && std::abs(history.mode[k]) == 1.0;
      if (slips) return contact::state_of(history.mode[0]);
    }
    return contact::state_of(law.respond(step, history, trial).state);
  }
};

// Additional belt force by the polygon. Links of length l around a circle touch it at their centres, and are longer
// than its arc by the part (l/R)²/12. If pulleys do not yield, the belt gets EA times the relative change of its
// length. Rigid circles are made smaller by it.
double polygon_force(const BeltDrive& drive, const LinkModel& model) {
  double excess = 0.0;
  const BeltPath path = drive.path();
  for (std::size_t p = 0; p < model.pulleys.size(); ++p) {
    if (model.pulleys[p].rolling > 0.0) continue;
    excess += path.arcs()[p].length() * std::pow(model.reference_length / model.pulleys[p].radius, 2) / 12.0;
  }
  return drive.belt.axial_stiffness * excess / drive.reference_length();
}

void add_polygon_warning(std::vector<std::string>& warnings, const BeltDrive& drive, const LinkModel& model) {
  if (drive.has_mounts() || !(drive.initial_force() > 0.0)) return;
  const double part = polygon_force(drive, model) / drive.initial_force();
  if (part <= kPolygonForce) return;
  warnings.push_back(fmt::format(
      "the polygon of links around the pulleys is longer than their arcs, which raises the force in the belt by up to "
      "{:.2g} % of the pretension; the error falls with the square of links: use at least {:.0f} links",
      100.0 * part, std::ceil(model.n_links * std::sqrt(part / kPolygonForce))));
}

// Warns of creep on rigid contact: links that enter contact have turned by a part of α = l/R only.
void add_creep_warning(std::vector<std::string>& warnings, const BeltDrive& drive, const LinkModel& model,
                       double time) {
  const double creep = loaded_creep(drive, time);
  double change = 0.0;
  std::size_t changed = 0;
  for (std::size_t p = 0; p < model.pulleys.size(); ++p) {
    if (!(model.pulleys[p].rolling > 0.0)) continue;
    const double here = kPolygonSpeed * std::pow(model.reference_length / model.pulleys[p].radius, 2);
    if (here <= change) continue;
    change = here;
    changed = p;
  }
  if (!(creep > 0.0) || change <= kMuchOfCreep * creep) return;
  warnings.push_back(fmt::format(
      "links turn by {:.2g} rad on pulley {}, which changes speed ratios by up to {:.2g}{}; the error falls with the "
      "square of links: use at least {:.0f} links, or lagrangian_ancf",
      model.reference_length / model.pulleys[changed].radius, drive.pulley_label(changed), change,
      part_of_creep_text(change, creep), std::ceil(model.n_links * std::sqrt(change / (kMuchOfCreep * creep)))));
}

}  // namespace

LinksSimulation::LinksSimulation(const BeltDrive& drive, const LinksParameters& parameters,
                                 const PreparationObserver& observer, const std::optional<RunningBelt>& running)
    : BeltSimulation(drive), belt_(drive, parameters, observer, running) {
  for (const Probe& probe : drive.probes) {
    const auto* particle = std::get_if<ParticleProbe>(&probe.place);
    if (particle == nullptr) continue;
    const double link = std::floor(particle->sigma / path().length() * parameters.links);
    tagged_.push_back({.link = static_cast<std::size_t>(link), .name = probe.name});
  }
}

void LinksSimulation::add_memory(History& history, const Tagged& tagged, const MemoryKind& kind) const {
  const std::size_t i = tagged.link;
  for (std::size_t k = 0; k < kind.names.size; ++k) {
    const auto add = [&](std::string_view column, std::string unit, double elsewhere,
                         std::function<double(const FrictionLaw&)> of) {
      auto value = [this, i, k, size = kind.size, elsewhere, of = std::move(of)] {
        const double p = snapshot().forces.pulley[i];
        if (p < 0.0 || k >= size[static_cast<std::size_t>(p)]) return elsewhere;
        return of(belt_.model().pulleys[static_cast<std::size_t>(p)].friction);
      };
      const std::string name = fmt::format(fmt::runtime(column), k + 1);
      history.add(fmt::format("{}_{}", tagged.name, name), std::move(unit), std::move(value));
    };
    const auto variable = [this, i, k](const FrictionLaw&) { return belt_.state()[belt_.layout().memory(k) + i]; };
    if (kind.is_gms) {
      add("friction_{}", "-", 0.0, variable);
      add("element_force_{}", "N", 0.0, [this, i, k, variable](const FrictionLaw& law) {
        return std::get<contact::Gms>(law).share(k) * snapshot().forces.normal[i] * variable(law);
      });
      add("displacement_{}", "m", 0.0,
          [k, variable](const FrictionLaw& law) { return variable(law) / std::get<contact::Gms>(law).stiffness(k); });
      continue;
    }
    add(kind.names.value, kind.names.unit, 0.0, variable);
    if (kind.names.mode.empty()) continue;
    add(kind.names.mode, "-", mode_of(contact::ContactState::free),
        [this, i, k](const FrictionLaw&) { return belt_.modes()[k * belt_.layout().stride() + i]; });
  }
}

const LinkBelt::Snapshot& LinksSimulation::snapshot() const {
  if (!snapshot_) snapshot_ = belt_.snapshot();
  return *snapshot_;
}

double LinksSimulation::bearing_moment(std::size_t pulley) const {
  return belt_.mounts().joints().moment_on_pulley(pulley, belt_.state()[belt_.layout().pulley_speed(pulley)],
                                                  belt_.state(), belt_.modes());
}

std::vector<PulleyState> LinksSimulation::pulley_states() const {
  std::vector<PulleyState> states;
  const Layout& layout = belt_.layout();
  for (std::size_t p = 0; p < layout.n_pulleys(); ++p) {
    states.push_back({.angle = belt_.state()[layout.pulley_angle(p)],
                      .angular_velocity = belt_.state()[layout.pulley_speed(p)],
                      .contact_moment = snapshot().moments[p]});
    if (drive().pulleys[p].bearing_friction) states.back().bearing_moment = bearing_moment(p);
    if (drive().pulleys[p].accessory) {
      states.back().accessory = {.angular_velocity = belt_.accessories().speed(p, belt_.state()),
                                 .torque = snapshot().accessory_torques[p]};
    }
  }
  for (std::size_t m = 0; m < layout.n_mounts(); ++m) {
    const std::size_t p = belt_.model().mounts[m].pulley;
    states[p].mount = {.axis = belt_.mounts().axis(p, belt_.state()),
                       .axis_velocity = belt_.mounts().axis_velocity(m, time(), belt_.state()),
                       .position = belt_.state()[layout.mount_position(m)],
                       .force = snapshot().mount_forces[m],
                       .lost_power = belt_.mounts().lost_power(m, time(), belt_.state(), belt_.modes())};
  }
  return states;
}

BeltTolerances LinksSimulation::balance_tolerances() const {
  const bool keeps_books = belt_.parameters().time_integration == TimeIntegration::runge_kutta_4;
  return {.torque = kTorqueTolerance, .power = keeps_books ? kPowerTolerance : 0.0};
}

BeltMap LinksSimulation::belt() const {
  const LinkModel& model = belt_.model();
  const Layout& layout = belt_.layout();
  const LinkForces& forces = snapshot().forces;
  const std::size_t n = layout.n_links();
  const auto of = [&](Layout::Field field, std::size_t i) { return belt_.state()[layout.field(field) + i]; };
  const auto acceleration = [&](std::size_t i) -> Eigen::Vector2d {
    return {snapshot().rates[layout.field(Layout::vx) + i], snapshot().rates[layout.field(Layout::vy) + i]};
  };
  std::vector<BeltPoint> points;
  std::vector<beltdyn::ContactPoint> contacts;
  std::vector<double> force(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t before = (i + n - 1) % n;
    const Eigen::Vector2d center(of(Layout::x, i), of(Layout::y, i));
    const Eigen::Vector2d center_before(of(Layout::x, before), of(Layout::y, before));
    const Eigen::Vector2d along = (center - center_before).normalized();
    const Eigen::Vector2d velocity(of(Layout::vx, i) + of(Layout::vx, before),
                                   of(Layout::vy, i) + of(Layout::vy, before));
    force[i] = forces.joint_x[i] * along.x() + forces.joint_y[i] * along.y();
    points.push_back({.material = static_cast<double>(i) * model.reference_length,
                      .position = 0.5 * (center + center_before),
                      .strain = model.link_length / model.reference_length - 1.0 +
                                force[i] / (model.axial_stiffness * model.reference_length),
                      .force = force[i],
                      .speed = 0.5 * velocity.dot(along),
                      .acceleration = 0.5 * (acceleration(i) + acceleration(before))});
  }
  for (std::size_t i = 0; i < n; ++i) {
    beltdyn::ContactPoint point{.material = (static_cast<double>(i) + 0.5) * model.reference_length};
    if (forces.pulley[i] >= 0.0 && forces.normal[i] > 0.0) {
      point.pulley = static_cast<int>(forces.pulley[i]);
      const double gap = 0.5 * (force[i] + force[(i + 1) % n]) / model.axial_stiffness;
      const double length = model.link_length + gap;
      point.pressure = forces.normal[i] / length;
      point.traction = forces.traction[i] / length;
      point.slip_velocity = forces.slip_velocity[i];
      point.length = length;
      const double h = belt_.parameters().time_step;
      const contact::SlipStep step = contact::even_step(forces.slip_velocity[i] * h, h, forces.normal[i]);
      point.state =
          std::visit(StateOfContact{belt_, i, step}, *model.pulleys[static_cast<std::size_t>(point.pulley)].friction);
    }
    contacts.push_back(point);
  }
  return belt_map(std::move(points), std::move(contacts));
}

void LinksSimulation::add_own_columns(History& history) const {
  for (const Tagged& tagged : tagged_) add_tagged(history, tagged);
}

void LinksSimulation::add_tagged(History& history, const Tagged& tagged) const {
  const std::size_t i = tagged.link;
  const auto forces = [this]() -> const LinkForces& { return snapshot().forces; };
  history.add(tagged.name + "_normal_force", "N", [forces, i] { return forces().normal[i]; });
  history.add(tagged.name + "_friction_force", "N", [forces, i] { return forces().traction[i]; });
  history.add(tagged.name + "_joint_force", "N",
              [forces, i] { return std::hypot(forces().joint_x[i], forces().joint_y[i]); });
  history.add(tagged.name + "_slip_velocity", "m/s", [forces, i] { return forces().slip_velocity[i]; });
  for (const MemoryKind& kind : memory_kinds(drive())) add_memory(history, tagged, kind);
}

StepScales LinksSimulation::step_scales(double) const {
  const LinkModel& model = belt_.model();
  StepScales scales{.contact_frequency = contact_frequency(drive()),
                    .element_frequency = model.highest_frequency(),
                    .wave_speed = wave_speed(drive().belt),
                    .element_length = model.reference_length};
  if (belt_.parameters().time_integration == TimeIntegration::runge_kutta_4) scales.stable_step = belt_.limits().step;
  return scales;
}

std::vector<std::string> LinksSimulation::preflight(double end_time) const {
  const LinkModel& model = belt_.model();
  std::vector<std::string> warnings = bending_warnings(drive(), model.reference_length, [&model](double ratio) {
    return fmt::format("use at least {:.0f} links", std::ceil(model.n_links * ratio));
  });
  add_start_jumps(warnings, drive());
  add_polygon_warning(warnings, drive(), model);
  add_creep_warning(warnings, drive(), model, end_time);
  const double h = belt_.parameters().time_step;
  const StepLimits& limits = belt_.limits();
  if (belt_.parameters().time_integration == TimeIntegration::runge_kutta_4 && h > limits.step) {
    warnings.push_back(
        fmt::format("time_step = {:.3g} s exceeds the stable step of {:.3g} s ({}): the belt will break apart or "
                    "oscillate; use a smaller step, or reduce the limiting stiffness or damping",
                    h, limits.step, limits.reason(h)));
  }
  for (std::size_t p = 0; p < model.pulleys.size(); ++p) {
    const LinkPulley& pulley = model.pulleys[p];
    if (model.reference_length > kCoarseTurn * pulley.radius) {
      warnings.push_back(
          fmt::format("neighbouring links form an angle of {:.2g} rad on pulley {}, so the belt is a coarse polygon "
                      "that excites the drive; use at least {:.0f} links",
                      model.reference_length / pulley.radius, drive().pulley_label(p),
                      std::ceil(model.n_links * model.reference_length / (kCoarseTurn * pulley.radius))));
    }
  }
  return warnings;
}

}  // namespace beltdyn::lagrangian::links
