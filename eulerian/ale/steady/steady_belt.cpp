// SPDX-License-Identifier: MIT
#include "eulerian/ale/steady/steady_belt.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/belt/belt_balances.hpp"
#include "core/contact/tangent.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/belt/steady_estimate.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/dynamics/belt_statics.hpp"
#include "eulerian/ale/transient/ale_statics.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// Angular velocity that represents a loaded drive at standstill [rad/s].
constexpr double kCrawl = 1e-6;
// Largest number of factorisations of a search times number of elements: some ten seconds; less if other meshes can
// be tried. Where the torques exceed what the string transmits there is little to find either.
constexpr double kMostWork = 4e5;
constexpr double kLittleWork = 1.5e5;
// An axis is on its mesh if it is closer to it than this part of the radius [-]; largest number of meshes at rest.
constexpr double kOnMesh = 1e-2;
constexpr int kMostMeshes = 8;
// Tolerances on the path of a belt with less strain than kPathTolerance are smaller in this proportion [-].
double path_scale(const BeltDrive& drive) {
  const double strain = force_at_rest(drive) / drive.belt.axial_stiffness;
  return strain > 0.0 ? std::min(1.0, strain / kPathTolerance) : 1.0;
}

// Largest distance of an axis from the place for which the mesh was made, over the radius of its pulley [-].
double off_mesh(const BeltDrive& drive, const AleEquations::Placement& placement) {
  double largest = 0.0;
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const Pulley& pulley = drive.pulleys[p];
    const double moved = std::abs(placement.mounts[p] - placement.mesh[p]) * force_arm(pulley.mount, pulley.center);
    largest = std::max(largest, moved / pulley.radius);
  }
  return largest;
}

// Lays the belt on its mesh as it lies on another mesh of the same path.
void lay_as(const AleEquations& there, AleEquations& here) {
  const AleMesh& mesh = here.model().mesh;
  const AleMesh& coarse = there.model().mesh;
  AleArrays& arrays = here.arrays();
  int e = 0;
  for (int node = 0; node < mesh.size(); ++node) {
    const MeshNode& at = mesh.nodes[static_cast<std::size_t>(node)];
    const auto is_before = [&](int element) {
      const MeshNode& next = coarse.nodes[static_cast<std::size_t>(element)];
      return next.piece < at.piece || (next.piece == at.piece && next.part <= at.part);
    };
    while (e + 1 < coarse.size() && is_before(e + 1)) ++e;
    const MeshNode& first = coarse.nodes[static_cast<std::size_t>(e)];
    const bool is_last_of_piece =
        e + 1 == coarse.size() || coarse.nodes[static_cast<std::size_t>(e) + 1].piece != first.piece;
    const double end = is_last_of_piece ? 1.0 : coarse.nodes[static_cast<std::size_t>(e) + 1].part;
    const RulePoint place = rule_point((at.part - first.part) / (end - first.part), 0.0);
    const ElementState state = element_state(there, e);
    const Vec2<double> slope = interpolate(place.slope, state.fields.r);
    const double along = dot(slope, at.tangent);
    const auto put = [&](int unknown, double value) {
      arrays.q[arrays.layout.at(node, numerics::kBlock, unknown)] = value;
    };
    put(kAcross, dot(interpolate(place.value, state.fields.r) - at.place, at.rail));
    put(kSlope, dot(slope, at.normal) / along);
    put(kMaterial, interpolate(place.value, state.fields.s));
    put(kMaterialSlope, interpolate(place.slope, state.fields.s) / along);
  }
  arrays.close_positions();
}

}  // namespace

bool has_slip_limit(const PulleyContact& contact) {
  return std::visit(
      [](const auto& law) {
        if constexpr (requires { law.viscosity; }) {
          if (law.viscosity > 0.0) return false;
        }
        return law.static_coefficient() > 0.0;
      },
      *contact.friction);
}

SteadyBelt::SteadyBelt(const BeltDrive& drive, const AleParameters& parameters)
    : equations_(drive, parameters),
      speeds_(drive.pulleys.size()),
      moments_(drive.pulleys.size()),
      strain_(reference_force(drive) / drive.belt.axial_stiffness),
      path_scale_(path_scale(drive)) {
  const auto find_rest = [&](std::vector<double> mesh) {
    find_static_equilibrium(equations_, residual_tolerance(drive, parameters.newton_tolerance));
    placement_at_rest_ = {.mounts = {}, .mesh = std::move(mesh)};
    for (std::size_t p = 0; p < speeds_.size(); ++p) placement_at_rest_.mounts.push_back(equations_.mounts()[p].q);
  };
  find_rest(mounts_at_rest(drive));
  // Repeats the search on the mesh of the belt's own path instead of the string's. Stiff contacts do not tolerate nodes
  // that are off by the difference of the two paths.
  for (int i = 0; drive.has_mounts() && i < kMostMeshes; ++i) {
    equations_.place({.mounts = placement_at_rest_.mounts, .mesh = placement_at_rest_.mounts});
    equations_.lay_on_path();
    find_rest(placement_at_rest_.mounts);
    if (off_mesh(drive, placement_at_rest_) <= kOnMesh) break;
  }
  static_q_ = equations_.arrays().q;
  static_contacts_ = equations_.arrays().contacts;
  static_spreads_ = SteadySystem(equations_, 1).spreads();
  placement_ = placement_at_rest_;
}

bool SteadyBelt::has_unknowns_of(const SteadyBelt& other) const {
  const std::size_t n_pulleys = speeds_.size();
  if (other.speeds_.size() != n_pulleys || other.equations_.model().mesh.owners != equations_.model().mesh.owners) {
    return false;
  }
  for (std::size_t p = 0; p < n_pulleys; ++p) {
    const bool is_alike =
        other.equations_.drive().pulleys[p].is_prescribed() == equations_.drive().pulleys[p].is_prescribed() &&
        other.equations_.model().laws.friction.of_pulley(p).index() ==
            equations_.model().laws.friction.of_pulley(p).index();
    if (!is_alike) return false;
  }
  return true;
}

void SteadyBelt::begin_near(const SteadyBelt& other) {
  const double faster = speed_at(0.0) / other.speed_at(other.last_time_);
  if (other.direction_ == 0 || !(faster > 0.0) || !has_unknowns_of(other)) return;
  direction_ = other.direction_;
  system_.emplace(equations_, direction_);
  system_->set_loads(loads_at(0.0));
  x_ = system_->faster(other.x_, faster);
  speeds_ = other.speeds_;
}

void SteadyBelt::begin_on_finer_mesh(const SteadyBelt& coarse, double time) {
  if (coarse.direction_ == 0) return;
  lay_as(coarse.equations_, equations_);
  direction_ = coarse.direction_;
  system_.emplace(equations_, direction_);
  speeds_ = coarse.speeds_;
  system_->set_loads(loads_at(time));
  x_ = system_->pack(coarse.flux_);
  last_time_ = time;
  if (!press(loads_at(time))) rest();
}

void SteadyBelt::place(const AleEquations::Placement& placement) {
  const std::vector<double> spreads = system_ ? system_->spreads() : std::vector<double>();
  placement_ = placement;
  equations_.place(placement);
  if (!system_) return;
  system_->take_circles();
  if (direction_ != 0) system_->keep_stretch(spreads, x_);
}

Eigen::Vector2d SteadyBelt::force_on(std::size_t pulley) const {
  if (direction_ == 0) return {equations_.pulleys()[pulley].force.x, equations_.pulleys()[pulley].force.y};
  return {system_->forces()[pulley].x, system_->forces()[pulley].y};
}

void SteadyBelt::rest() {
  equations_.arrays().q = static_q_;
  equations_.arrays().contacts = static_contacts_;
  std::fill(equations_.arrays().v.begin(), equations_.arrays().v.end(), 0.0);
  std::fill(speeds_.begin(), speeds_.end(), 0.0);
  std::fill(moments_.begin(), moments_.end(), 0.0);
  flux_ = 0.0;
  direction_ = 0;
}

void SteadyBelt::look_at_rest(double time) {
  system_.emplace(equations_, 1);
  system_->set_loads(loads_at(time));
  x_ = system_->pack(0.0);
}

SteadySystem::Loads SteadyBelt::loads_at(double time) const {
  const BeltDrive& drive = equations_.drive();
  SteadySystem::Loads loads{.friction = equations_.model().laws.friction, .time = time, .speeds = speeds_};
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const auto* motion = std::get_if<PrescribedMotion>(&drive.pulleys[p].motion);
    if (motion != nullptr) loads.speeds[p] = motion->angular_velocity.value(time);
  }
  loads.crawls = stands_still(time) && is_loaded(time, std::vector<double>(speeds_.size()));
  if (!loads.crawls) return loads;
  const BeltPath path = drive.path();
  const double speed = kCrawl * path.arcs().front().radius;
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const PathArc& arc = path.arcs()[p];
    if (drive.pulleys[p].is_prescribed()) loads.speeds[p] = arc.turn * speed / arc.radius;
  }
  return loads;
}

bool SteadyBelt::stands_still(double time) const {
  return std::ranges::all_of(equations_.drive().pulleys, [time](const Pulley& pulley) {
    const auto* motion = std::get_if<PrescribedMotion>(&pulley.motion);
    return motion == nullptr || motion->angular_velocity.value(time) == 0.0;
  });
}

void SteadyBelt::require_stick() const {
  const BeltDrive& drive = equations_.drive();
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const FrictionLaw& law = equations_.model().laws.friction.of_pulley(p);
    const bool sticks = std::visit([](const auto& l) { return l.memory_size() > 0; }, law);
    if (sticks || drive.kinetic_coefficient(p) == 0.0) continue;
    throw SolverError(
        fmt::format("there are torques on the drive although it stands still, and the friction of pulley {}, {}, bears "
                    "them only as the belt slips; prescribe a speed, or use a friction law that sticks, as coulomb",
                    drive.pulley_label(p), drive.contact_of(p).friction_name()));
  }
}

double SteadyBelt::surface_speed(const SteadySystem::Loads& loads) const {
  const BeltDrive& drive = equations_.drive();
  const BeltPath path = drive.path();
  double speed = 0.0;
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    if (!drive.pulleys[p].is_prescribed()) continue;
    const double surface = path.arcs()[p].turn * loads.speeds[p] * path.arcs()[p].radius;
    if (std::abs(surface) > std::abs(speed)) speed = surface;
  }
  return speed;
}

bool SteadyBelt::asks_too_much(double time) const {
  const SteadyEstimate estimate = steady_estimate(equations_.drive(), time, speed_at(time));
  return !estimate.used_wrap.empty() && std::ranges::max(estimate.used_wrap) > 1.0;
}

void SteadyBelt::limit_search(double time, bool can_try_others) {
  const double work = can_try_others || asks_too_much(time) ? kLittleWork : kMostWork;
  last_iteration_ = newton_iterations_ + static_cast<int>(work / equations_.model().mesh.size());
}

std::string SteadyBelt::reason(double time) const {
  const BeltDrive& drive = equations_.drive();
  return why_no_steady_motion(drive, steady_estimate(drive, time, speed_at(time)));
}

void SteadyBelt::show() {
  system_->write(x_);
  flux_ = system_->flux(x_);
  speeds_ = system_->speeds(x_);
  moments_ = system_->moments();
  if (!system_->loads().crawls) return;
  flux_ = 0.0;
  std::ranges::fill(speeds_, 0.0);
  std::ranges::fill(equations_.arrays().v, 0.0);
  equations_.runs().stop();
}

bool SteadyBelt::slips_through(std::size_t pulley) const {
  if (direction_ == 0) return false;
  const AleArrays& arrays = equations_.arrays();
  for (int e = 0; e < equations_.model().mesh.size(); ++e) {
    if (equations_.model().mesh.owners[static_cast<std::size_t>(e)] != static_cast<int>(pulley)) continue;
    for (std::size_t p = 0; p < kContactPoints; ++p) {
      const double state = arrays.contacts[arrays.contact_at(e, p, ContactField::state)];
      if (contact::state_of(state) == contact::ContactState::stick) return false;
    }
  }
  return true;
}

bool SteadyBelt::grips() const {
  for (std::size_t p = 0; p < speeds_.size(); ++p) {
    if (slips_through(p) && has_slip_limit(equations_.drive().contact_of(p))) return false;
  }
  return true;
}

std::vector<std::size_t> SteadyBelt::slipping() const {
  std::vector<std::size_t> pulleys;
  for (std::size_t p = 0; p < speeds_.size(); ++p) {
    if (equations_.drive().kinetic_coefficient(p) > 0.0 && slips_through(p)) pulleys.push_back(p);
  }
  return pulleys;
}

void SteadyBelt::accept_slipping() {
  const std::vector<std::size_t> before = std::exchange(slips_anyway_, {});
  std::ranges::set_union(before, slipping(), std::back_inserter(slips_anyway_));
}

bool SteadyBelt::is_loaded(double time, const std::vector<double>& speeds) const {
  const BeltDrive& drive = equations_.drive();
  const BeltPath path = drive.path();
  for (const SpanLoad& run : drive.spans) {
    const SpanForces forces = run.forces(drive.belt.mass_per_length, drive.gravity, path.spans()[run.span()].tangent);
    if (forces.resistance != 0.0 || forces.load_weight != 0.0) return true;
  }
  const std::vector<Pulley>& pulleys = drive.pulleys;
  for (std::size_t p = 0; p < pulleys.size(); ++p) {
    if (!pulleys[p].is_prescribed() && pulleys[p].steady_moment(time, speeds[p]) != 0.0) return true;
  }
  return false;
}

void SteadyBelt::solve(double time, SteadySearch search) {
  nearest_.reset();
  if (time != last_time_) slips_anyway_.clear();
  if (system_) system_->forget_pivots();
  const SteadySystem::Loads loads = loads_at(time);
  const double speed = surface_speed(loads);
  const bool continues = direction_ == (speed > 0.0 ? 1 : -1);
  if (loads.crawls) require_stick();
  if (speed == 0.0) {
    rest();
  } else if (continues && search == SteadySearch::nearby) {
    follow_closely(loads);
  } else {
    const bool only_on = continues && search == SteadySearch::onwards;
    const bool goes_on = continues && (follow(loads) || follow_by_steps(time) || (only_on && take_nearest(loads)));
    if (!goes_on && only_on) throw SolverError(reason(time));
    if (!goes_on) restart(loads);
    show();
    last_time_ = time;
    // Is there a motion in which less slips? This is asked once for the same pulleys.
    const std::vector<std::size_t> now = slipping();
    if (!std::ranges::includes(slips_anyway_, now) && is_loaded(time, speeds_)) {
      const State slipping = state();
      nearest_.reset();
      if (!load_up(time, speed)) put_back(slipping);
    }
    accept_slipping();
  }
  last_time_ = time;
}

SteadyBelt::State SteadyBelt::state() const {
  return {.x = x_, .direction = direction_, .loads = loads_at(last_time_)};
}

void SteadyBelt::put_back(const State& state) {
  x_ = state.x;
  direction_ = state.direction;
  if (direction_ == 0) return rest();
  system_.emplace(equations_, direction_);
  system_->set_loads(state.loads);
  show();
}

}  // namespace beltdyn::eulerian::ale
