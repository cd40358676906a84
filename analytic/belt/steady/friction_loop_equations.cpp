// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/friction_loop_equations.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"

namespace beltdyn::analytic {
namespace {

// Relative step of differences: of an arc, of y relative to 1 + |y|, and of the unknowns, which are of the order of 1.
// Truncation equals the rounding of the integration, 1e-12, and Newton's method converges linearly at the rate of their
// sum.
constexpr double kArcStep = 1e-6;

// Unknowns: flux, force before the driver, the pulleys, then the mounts.
constexpr Eigen::Index kLoopFlux = 0;
constexpr Eigen::Index kLoopForce = 1;
constexpr Eigen::Index kLoopPulleys = 2;

// Equations: speed of the driver, closing of the forces, length, the other pulleys, then the mounts.
constexpr Eigen::Index kDriverSpeed = 0;
constexpr Eigen::Index kClosing = 1;
constexpr Eigen::Index kLoopLength = 2;

// Strain for the first force of a loose belt, which mounts tighten [-].
constexpr double kLeastStrain = 1e-4;

// First slip of a belt that slips on a whole pulley, relative to its speed [-].
constexpr double kFirstRigidSlip = 1e-3;
// Value of y that means no slip in a state, whose numbers are finite.
constexpr double kLeastLogSlip = std::numeric_limits<double>::lowest();

// Indices of ArcSlopes.
constexpr Eigen::Index kByFlux = 0;
constexpr Eigen::Index kByForce = 1;
constexpr Eigen::Index kByLength = 2;
constexpr Eigen::Index kBySlip = 3;

}  // namespace

namespace {

double largest_coefficient(const PulleyContact& contact) {
  return std::visit(
      [](const auto& law) {
        if constexpr (requires { law.viscosity; }) {
          if (law.viscosity > 0.0) return HUGE_VAL;
        }
        return std::max(law.static_coefficient(), law.kinetic_coefficient());
      },
      *contact.friction);
}

}  // namespace

Eigen::Index FrictionLoopEquations::place_of(std::size_t pulley) {
  return kLoopPulleys + static_cast<Eigen::Index>(pulley);
}

FrictionLoopEquations::FrictionLoopEquations(const FrictionLoop& loop, double driver_speed)
    : loop_(loop),
      speed_(driver_speed > 0.0 ? driver_speed : kSlowMotion),
      rests_(!(driver_speed > 0.0)),
      is_slipping_(loop.pulleys.size(), false) {
  for (const FrictionLoopPulley& pulley : loop.pulleys) {
    const PulleyContact contact = rests_ ? in_slow_motion(pulley.contact) : pulley.contact;
    rigid_.push_back(rigid_coefficient(contact));
    largest_coefficient_.push_back(largest_coefficient(contact));
    laws_.push_back(rigid_.back() ? std::nullopt : std::optional(contact.friction_law(loop.width)));
    if (rests_ && pulley.surface_speed.value_or(0.0) != 0.0) {
      throw SolverError(
          "no steady motion: pulley " + pulley.label +
          " has a prescribed speed or torque, but the driver (the first pulley of prescribed speed) is at rest");
    }
  }
  std::vector<double> first;
  for (const StringLoopMount& mount : loop.string.mounts) first.push_back(mount.first);
  const double stretch = loop_path(loop.string, first).length() / loop.string.reference_length;
  even_flux_ = speed_ / stretch;
  even_force_ = loop.string.axial_stiffness * std::max(stretch - loop.string.unstressed_stretch, kLeastStrain);
}

Eigen::VectorXd FrictionLoopEquations::even() const {
  const std::size_t n_mounts = loop_.string.mounts.size();
  Eigen::VectorXd x = Eigen::VectorXd::Zero(place_of(n_pulleys() + n_mounts));
  x[kLoopFlux] = 1.0;
  x[kLoopForce] = 1.0;
  for (std::size_t m = 0; m < n_mounts; ++m) x[place_of(n_pulleys() + m)] = loop_.string.mounts[m].first;
  return x;
}

Eigen::VectorXd FrictionLoopEquations::loaded(Eigen::VectorXd x) {
  Eigen::VectorXd residual;
  evaluate(x, residual);
  const std::size_t n = n_pulleys();
  std::vector<double> change(n, 0.0);
  std::vector<double> along(n, 0.0);
  const BeltPath path = loop_path(loop_.string, mounts_of(x));
  for (std::size_t i = 0; i < n; ++i) {
    along[i] = span_at(path, i, even_flux_, even_force_).change();
    if (i > 0 && !loop_.pulleys[i].surface_speed) change[i] = asked_change(i);
    change[0] -= change[i] + along[i];
  }
  double force = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    force += change[i];
    x[kLoopForce] -= force / (static_cast<double>(n) * even_force_);
    force += along[i];
    x[place_of(i)] = change[i] / even_force_;
  }
  return x;
}

Eigen::VectorXd FrictionLoopEquations::unknowns(const FrictionLoopState& state) {
  Eigen::VectorXd x = even();
  // At another speed all speeds change by the same factor.
  const double factor = speed_ / state.speed;
  x[kLoopFlux] = factor * state.flux / even_flux_;
  x[kLoopForce] = state.force / even_force_;
  is_slipping_ = state.is_slipping;
  arcs_.assign(n_pulleys(), {});
  for (std::size_t i = 0; i < n_pulleys(); ++i) {
    arcs_[i].change = state.change[i];
    arcs_[i].slip.log_slip = log_slip_of(state, i) + std::log(factor);
    x[place_of(i)] = is_slipping_[i] ? arcs_[i].slip.log_slip : state.change[i] / even_force_;
  }
  for (std::size_t m = 0; m < state.mounts.size(); ++m) x[place_of(n_pulleys() + m)] = state.mounts[m];
  return x;
}

FrictionLoopState FrictionLoopEquations::state(const Eigen::VectorXd& x) {
  Eigen::VectorXd residual;
  if (x != evaluated_) evaluate(x, residual);
  FrictionLoopState state{.speed = speed_,
                          .flux = x[kLoopFlux] * even_flux_,
                          .force = x[kLoopForce] * even_force_,
                          .change = {},
                          .log_slip = {},
                          .is_slipping = is_slipping_,
                          .mounts = mounts_of(x)};
  for (const LoopArc& arc : arcs_) {
    state.change.push_back(arc.change);
    state.log_slip.push_back(std::max(arc.slip.log_slip, kLeastLogSlip));
  }
  return state;
}

bool FrictionLoopEquations::make_slipping(std::size_t pulley, Eigen::VectorXd& x) {
  if (is_slipping_[pulley]) return false;
  is_slipping_[pulley] = true;
  x[place_of(pulley)] = rigid_[pulley] ? std::log(kFirstRigidSlip * speed_) : arcs_[pulley].slip.log_slip;
  return true;
}

double FrictionLoopEquations::asked_change(std::size_t i) const {
  const double radius = loop_.string.pulleys[i].place.radius + loop_.string.offset;
  const double omega = rests_ ? 0.0 : arcs_[i].surface_speed() / radius;
  return loop_.string.pulleys[i].torque(omega) / radius;
}

std::vector<double> FrictionLoopEquations::mounts_of(const Eigen::VectorXd& x) const {
  return {x.data() + place_of(n_pulleys()), x.data() + x.size()};
}

// Δτ with the largest coefficient on the whole arc.
double FrictionLoopEquations::bound_of_change(std::size_t i, const LoopArc& arc) const {
  const double radius = loop_.string.pulleys[i].place.radius;
  const double center_line = radius + loop_.string.offset;
  const double exponent = largest_coefficient_[i] * radius / center_line * arc.length / center_line;
  return arc.entry.effective_force * (arc.change > 0.0 ? std::expm1(exponent) : -std::expm1(-exponent));
}

StringArc FrictionLoopEquations::string_arc(std::size_t i, double length) const {
  const double radius = loop_.string.pulleys[i].place.radius;
  const double center_line = radius + loop_.string.offset;
  StringArc arc(**laws_[i], center_line, length / center_line, radius / center_line, loop_.area);
  if (arc_steps_left_) arc.share_steps(*arc_steps_left_);
  return arc;
}

RigidArc FrictionLoopEquations::rigid_arc(std::size_t i, double length) const {
  const double radius = loop_.string.pulleys[i].place.radius;
  const double center_line = radius + loop_.string.offset;
  return {*rigid_[i], center_line, length, radius / center_line};
}

double FrictionLoopEquations::largest_log_change_on(std::size_t i) const {
  const LoopArc& arc = arcs_[i];
  return rigid_[i] ? std::log(rigid_arc(i, arc.length).largest_change(arc.entry))
                   : largest_log_change(string_arc(i, arc.length), arc.entry);
}

std::vector<ArcPoint> FrictionLoopEquations::points_on(const LoopArc& arc, std::size_t i,
                                                       std::span<const double> distances) const {
  return rigid_[i] ? rigid_arc(i, arc.length).points(arc.entry, std::abs(arc.change), distances)
                   : string_arc(i, arc.length).points(arc.entry, distances);
}

double FrictionLoopEquations::log_slip_of(const FrictionLoopState& state, std::size_t i) const {
  return rigid_[i] && !state.is_slipping[i] ? -HUGE_VAL : state.log_slip[i];
}

ArcEntry FrictionLoopEquations::entry_at(double flux, double force) const {
  const double slope = loop_.string.axial_stiffness - loop_.string.mass_per_length * flux * flux;
  const double offset = loop_.string.axial_stiffness * loop_.string.unstressed_stretch;
  return {.flux = flux, .slope = slope, .stretch = (force + offset) / slope, .effective_force = force};
}

StringSpan FrictionLoopEquations::span_at(const BeltPath& path, std::size_t i, double flux, double force) const {
  const ArcEntry entry = entry_at(flux, force);
  return {flux, entry.slope, entry.stretch, loop_.string.span_source(path, i).times(part_), path.spans()[i].length};
}

LoopArc FrictionLoopEquations::arc_of(const FrictionLoopState& state, std::size_t i, double force,
                                      double length) const {
  LoopArc arc{.entry = entry_at(state.flux, force), .length = length, .change = state.change[i]};
  arc.material = length / arc.entry.stretch;
  if (arc.change == 0.0) return arc;
  arc.entry.direction = arc.change > 0.0 ? 1.0 : -1.0;
  arc.entry.log_slip = log_slip_of(state, i);
  arc.slip = {.log_slip = arc.entry.log_slip,
              .exit = rigid_[i] ? rigid_arc(i, length).exit(arc.entry, std::abs(arc.change))
                                : string_arc(i, length).exit(arc.entry)};
  arc.slip_velocity = arc.entry.direction * std::exp(arc.entry.log_slip);
  arc.material = arc.slip.exit.material;
  return arc;
}

// The unknown w of a slipping pulley does not determine the direction, which is taken from its last change.
bool FrictionLoopEquations::find_arc(std::size_t i, double w, LoopArc& arc) const {
  if (rigid_[i]) {
    find_rigid_arc(i, w, arc);
    if (arc.change == 0.0) return true;
    return std::abs(arc.change) <= rigid_arc(i, arc.length).largest_change(arc.entry) &&
           !(arc.slip.log_slip > largest_log_slip(arc.entry));
  }
  const bool slips = is_slipping_[i];
  const LoopArc* last = arcs_.empty() || arcs_[i].change == 0.0 ? nullptr : &arcs_[i];
  arc.change = slips ? last->change : w * even_force_;
  arc.material = arc.length / arc.entry.stretch;
  if (arc.change == 0.0) return true;
  const double direction = arc.change > 0.0 ? 1.0 : -1.0;
  arc.entry.direction = direction;
  const StringArc string = string_arc(i, arc.length);
  if (slips) {
    if (w > largest_log_slip(arc.entry)) return false;
    arc.entry.log_slip = w;
    arc.slip = {.log_slip = w, .exit = string.exit(arc.entry)};
    arc.change = direction * std::exp(arc.slip.exit.log_change);
    if (arc.change == 0.0) return false;
  } else {
    if (std::abs(arc.change) > bound_of_change(i, arc)) return false;
    std::optional<double> near;
    if (last != nullptr && last->change * direction > 0.0) near = last->slip.log_slip;
    std::optional<ArcSlip> slip = find_slip(string, arc.entry, std::log(std::abs(arc.change)), near);
    if (!slip) return false;
    arc.slip = *std::move(slip);
    arc.entry.log_slip = arc.slip.log_slip;
  }
  arc.slip_velocity = direction * std::exp(arc.slip.log_slip);
  arc.material = arc.slip.exit.material;
  return true;
}

void FrictionLoopEquations::find_rigid_arc(std::size_t i, double w, LoopArc& arc) const {
  const RigidArc rigid = rigid_arc(i, arc.length);
  const bool slips = is_slipping_[i];
  arc.change = slips ? arcs_[i].change : w * even_force_;
  arc.material = arc.length / arc.entry.stretch;
  if (arc.change == 0.0) return;
  arc.entry.direction = arc.change > 0.0 ? 1.0 : -1.0;
  arc.entry.log_slip = slips ? w : -HUGE_VAL;
  if (slips) arc.change = arc.entry.direction * rigid.largest_change(arc.entry);
  arc.slip = {.log_slip = arc.entry.log_slip, .exit = rigid.exit(arc.entry, std::abs(arc.change))};
  arc.slip_velocity = arc.entry.direction * std::exp(arc.entry.log_slip);
  arc.material = arc.slip.exit.material;
}

FrictionLoopEquations::ArcSlopes FrictionLoopEquations::slopes_of(std::size_t i) const {
  const LoopArc& at = arcs_[i];
  ArcSlopes slopes;
  if (rigid_[i]) return slopes;
  if (at.change == 0.0) {
    slopes.slip_by_change = small_slip_rate(string_arc(i, at.length), at.entry);
    return slopes;
  }
  const auto add = [&](Eigen::Index part, double step, const ArcExit& beside) {
    slopes.log_change[part] = (beside.log_change - at.slip.exit.log_change) / step;
    slopes.material[part] = (beside.material - at.slip.exit.material) / step;
  };
  const auto beside = [&](double flux, double force, double length, double y) {
    ArcEntry entry = entry_at(flux, force);
    entry.direction = at.entry.direction;
    entry.log_slip = y;
    return string_arc(i, length).exit(entry);
  };
  const double flux = at.entry.flux;
  const double force = at.entry.effective_force;
  const double y = at.slip.log_slip;
  const double y_step = -kArcStep * (1.0 + std::abs(y));
  add(kByFlux, kArcStep * flux, beside((1.0 + kArcStep) * flux, force, at.length, y));
  add(kByForce, kArcStep * force, beside(flux, (1.0 + kArcStep) * force, at.length, y));
  add(kByLength, kArcStep * at.length, beside(flux, force, (1.0 + kArcStep) * at.length, y));
  add(kBySlip, y_step, beside(flux, force, at.length, y + y_step));
  return slopes;
}

LoopArc FrictionLoopEquations::linear_arc(std::size_t i, const ArcEntry& entry, double length, double w) const {
  const LoopArc& at = arcs_[i];
  const ArcSlopes& slopes = slopes_[i];
  LoopArc arc{.entry = entry, .length = length};
  if (at.change == 0.0) {
    arc.change = w * even_force_;
    arc.slip_velocity = slopes.slip_by_change * arc.change;
    arc.material = length / entry.stretch;
    return arc;
  }
  Eigen::Vector4d by(entry.flux - at.entry.flux, entry.effective_force - at.entry.effective_force, length - at.length,
                     0.0);
  if (is_slipping_[i]) {
    by[kBySlip] = w - at.slip.log_slip;
    arc.change = at.change * (1.0 + slopes.log_change.dot(by));
  } else {
    arc.change = w * even_force_;
    by[kBySlip] = ((arc.change - at.change) / at.change - slopes.log_change.dot(by)) / slopes.log_change[kBySlip];
  }
  arc.slip_velocity = at.slip_velocity * (1.0 + by[kBySlip]);
  arc.material = at.material + slopes.material.dot(by);
  return arc;
}

template <class ArcOf>
bool FrictionLoopEquations::residual_by(const Eigen::VectorXd& x, const ArcOf& arc_of, std::vector<LoopArc>& arcs,
                                        Eigen::VectorXd& residual) const {
  const double flux = x[kLoopFlux] * even_flux_;
  double force = x[kLoopForce] * even_force_;
  if (!(flux > 0.0) || !(entry_at(flux, force).slope > 0.0)) return false;
  try {
    const BeltPath path = loop_path(loop_.string, mounts_of(x));
    arcs.clear();
    std::vector<StringSpan> spans;
    for (std::size_t i = 0; i < n_pulleys(); ++i) {
      if (!(force > 0.0)) return false;
      arcs.push_back({.entry = entry_at(flux, force), .length = path.arcs()[i].length()});
      const bool is_guide = guide_ && guide_->pulley == i;
      if (!arc_of(i, is_guide ? guide_->log_slip : x[place_of(i)], arcs.back())) return false;
      force += arcs.back().change;
      spans.push_back(span_at(path, i, flux, force));
      if (!spans.back().exists()) return false;
      force += spans.back().change();
    }
    fill_residual(x, path, arcs, spans, residual);
  } catch (const PathError&) {
    return false;
  }
  return residual.allFinite();
}

void FrictionLoopEquations::fill_residual(const Eigen::VectorXd& x, const BeltPath& path,
                                          const std::vector<LoopArc>& arcs, const std::vector<StringSpan>& spans,
                                          Eigen::VectorXd& residual) const {
  const StringLoop& string = loop_.string;
  const std::size_t n = n_pulleys();
  const double part = guide_ ? x[place_of(guide_->pulley)] : part_;
  residual.resize(x.size());
  double length = 0.0;
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    length += spans[i].material() + arcs[i].material;
    sum += arcs[i].change + spans[i].change();
    if (i == 0) continue;
    const double radius = path.arcs()[i].radius;
    const double speed = arcs[i].surface_speed();
    double& missing = residual[kLoopLength + static_cast<Eigen::Index>(i)];
    if (const std::optional<double>& given = loop_.pulleys[i].surface_speed) {
      missing = (speed - (rests_ ? speed_ : speed_ + part * (*given - speed_))) / speed_;
    } else {
      missing =
          (arcs[i].change - part * string.pulleys[i].torque(rests_ ? 0.0 : speed / radius) / radius) / even_force_;
    }
  }
  residual[kDriverSpeed] = arcs[0].surface_speed() / speed_ - 1.0;
  residual[kClosing] = sum / even_force_;
  residual[kLoopLength] = length / string.reference_length - 1.0;
  for (std::size_t m = 0; m < string.mounts.size(); ++m) {
    const StringLoopMount& mount = string.mounts[m];
    const double q = x[place_of(n + m)];
    const LoopArc& arc = arcs[mount.pulley];
    const double before = arc.entry.effective_force;
    const double pull = force_on_axis(path, before, before + arc.change, mount.pulley).dot(mount.axis_by(q));
    residual[place_of(n + m)] = (pull - mount.force(q)) / even_force_;
  }
}

bool FrictionLoopEquations::evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residual) {
  std::vector<LoopArc> arcs;
  try {
    const auto exact = [this](std::size_t i, double w, LoopArc& arc) { return find_arc(i, w, arc); };
    if (!residual_by(x, exact, arcs, residual)) return false;
  } catch (const SolverError& error) {
    failure_ = error.what();
    return false;
  }
  arcs_ = std::move(arcs);
  evaluated_ = x;
  return true;
}

bool FrictionLoopEquations::factorise(const Eigen::VectorXd& x) {
  Eigen::VectorXd above;
  if (x != evaluated_ && !evaluate(x, above)) return false;
  slopes_.clear();
  try {
    for (std::size_t i = 0; i < n_pulleys(); ++i) slopes_.push_back(slopes_of(i));
  } catch (const SolverError& error) {
    failure_ = error.what();
    return false;
  }
  const auto linear = [this](std::size_t i, double w, LoopArc& arc) {
    if (rigid_[i]) {
      find_rigid_arc(i, w, arc);
    } else {
      arc = linear_arc(i, arc.entry, arc.length, w);
    }
    return true;
  };
  Eigen::MatrixXd jacobian(x.size(), x.size());
  Eigen::VectorXd below;
  std::vector<LoopArc> unused;
  for (Eigen::Index j = 0; j < x.size(); ++j) {
    Eigen::VectorXd moved = x;
    moved[j] += kArcStep;
    if (!residual_by(moved, linear, unused, above)) return false;
    moved[j] = x[j] - kArcStep;
    if (!residual_by(moved, linear, unused, below)) return false;
    jacobian.col(j) = (above - below) / (2.0 * kArcStep);
  }
  lu_.compute(jacobian);
  return true;
}

}  // namespace beltdyn::analytic
