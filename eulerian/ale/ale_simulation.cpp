// SPDX-License-Identifier: MIT
#include "eulerian/ale/ale_simulation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/belt/belt_balances.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/belt/plausibility.hpp"
#include "core/drive/left_out.hpp"
#include "core/dynamics/step_scales.hpp"
#include "core/linear/linear_analysis.hpp"
#include "core/linear/order_terms.hpp"
#include "core/numerics/root.hpp"
#include "eulerian/ale/ale_output.hpp"
#include "eulerian/ale/element/ale_energy.hpp"
#include "eulerian/ale/modes/linear_simulation.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// Tolerances of the balances. Loss: a difference of powers a thousand times as large. Lengths and moments: computed
// from points, with strain, force and acceleration linear between them; bending contributes to moments where spans are
// short or vibrate. Energy: conserved to second order in the step. Slopes of slip arcs: blurred by bending, contact
// compliance and inertia.
constexpr double kLengthTolerance = 1e-3;
constexpr double kTorqueTolerance = 0.02;
constexpr double kPowerTolerance = 1e-3;
constexpr double kLossTolerance = 0.05;
constexpr double kEytelweinTolerance = 0.1;

BeltDampingPower damping_of(const AleEquations& equations) {
  const BeltPower power = belt_power(equations);
  return {.axial = power.axial_damping, .bending = power.bending_damping};
}

}  // namespace

BeltMap AleSimulation::belt() const {
  std::vector<double> speeds;
  for (std::size_t p = 0; p < drive().pulleys.size(); ++p) speeds.push_back(belt_.equations().angles()[p].v);
  BeltLists lists = belt_lists(belt_.equations(), path(), speeds);
  return belt_map(std::move(lists.points), std::move(lists.contacts));
}

StepScales AleSimulation::step_scales(double end_time) const {
  const std::vector<double>& lengths = belt_.equations().model().mesh.lengths;
  const double shortest = *std::min_element(lengths.begin(), lengths.end());
  const double element = element_to_pass(path().arcs(), belt_.parameters().mesh);
  return {.contact_frequency = contact_frequency(drive()),
          .element_frequency = hermite_element_frequency(drive().belt, shortest / drive().initial_stretch()),
          .recommended_step = shortest_passing_time(drive(), element, end_time),
          .wave_speed = wave_speed(drive().belt),
          .element_length = shortest / drive().initial_stretch()};
}

std::optional<BeltDampingPower> AleSimulation::damping_power() const { return damping_of(belt_.equations()); }

std::vector<BodyState> AleSimulation::body_states() const {
  const BeltBodies& bodies = belt_.equations().bodies();
  std::vector<BodyState> states;
  for (std::size_t i = 0; i < bodies.size(); ++i) states.push_back(bodies.state(i));
  return states;
}

std::vector<SpanState> AleSimulation::span_states() const { return run_states(belt_.equations()); }

BeltTolerances AleSimulation::balance_tolerances() const {
  return {.length = kLengthTolerance,
          .torque = kTorqueTolerance,
          .power = kPowerTolerance,
          .eytelwein = kEytelweinTolerance};
}

namespace {

// Does the drive rest until a time [s]?
bool rests_until(const BeltDrive& drive, double time) {
  constexpr int kLooks = 16;
  return std::ranges::all_of(drive.pulleys, [time](const Pulley& pulley) {
    if (pulley.is_prescribed()) return prescribed_speed(pulley).largest_magnitude(0.0, time) == 0.0;
    for (int i = 0; i <= kLooks; ++i) {
      if (pulley.moment(time * i / kLooks, 0.0) != 0.0) return false;
    }
    return true;
  });
}

// The time in which axial waves run twice around the belt with its loads [s].
double time_to_settle(const BeltDrive& drive, const BeltPath& path) {
  double time = 0.0;
  for (std::size_t k = 0; k < path.spans().size(); ++k) {
    time += 2.0 * path.spans()[k].length * std::sqrt(drive.moving_mass(k) / drive.belt.axial_stiffness);
  }
  return time;
}

// Warns of loads on slopes. The start at rest is frictionless, so that the part of a load that the resistance of runs
// does not hold runs back at first. A drive that waits until the belt has come to rest is not affected.
void add_start_of_runs(std::vector<std::string>& warnings, const BeltDrive& drive, const BeltPath& path) {
  double falls = 0.0;  // [N]
  double held = 0.0;
  for (const SpanLoad& run : drive.spans) {
    const PathSpan& span = path.spans()[run.span()];
    const SpanForces forces = run.forces(drive.belt.mass_per_length, drive.gravity, span.tangent);
    falls += std::abs(forces.load_weight) * span.length;
    held += std::min(std::abs(forces.load_weight), forces.resistance) * span.length;
  }
  constexpr double kRounding = 1e-9;
  const double settled = time_to_settle(drive, path);
  if (falls - held <= kRounding * falls || rests_until(drive, settled)) return;
  const auto runs_at_once = [](const Pulley& pulley) {
    return pulley.is_prescribed() && prescribed_speed(pulley).value(0.0) != 0.0;
  };
  warnings.push_back(fmt::format(
      "the loads pull by {:.4g} N along the slopes, of which the resistance of the runs holds {:.4g} N; the "
      "belt starts without the rest, and runs back at first: let it come to rest for {:.2g} s before the drive "
      "starts{}",
      falls, held, settled,
      std::ranges::any_of(drive.pulleys, runs_at_once) ? ", or set \"initial_state\" to \"running\"" : ""));
}

}  // namespace

// Warnings before a run. The history of friction is exact along the path of a particle, but a particle that enters
// within a step has effect only at its end.
std::vector<std::string> AleSimulation::preflight(double end_time) const {
  const AleParameters& parameters = belt_.parameters();
  std::vector<std::string> warnings = mesh_warnings(drive(), parameters.mesh, end_time);
  if (has_inertia()) add_start_jumps(warnings, drive());
  add_start_imbalance(warnings, belt_.mount_imbalance());
  if (!drive().starts_running()) add_start_of_runs(warnings, drive(), path());
  if (drive().has_mounts() && drive().belt.bending_damping > 0.0 && parameters.mesh_motion == MeshFollowing::follows) {
    warnings.push_back(
        "with bending_damping the mesh is fixed at its initial position although an axis can move; this is accurate "
        "for displacements of a few thousandths of the radii; for larger ones set bending_damping to 0");
  }
  const double element = element_to_pass(path().arcs(), parameters.mesh);
  for (std::size_t p = 0; p < drive().pulleys.size(); ++p) {
    const double longest = passing_time(drive().pulleys[p], element, end_time);
    if (longest > 0.0 && parameters.time_step > longest) {
      warnings.push_back(
          fmt::format("pulley {} moves the belt by {:.3g} m per step, more than an element of {:.3g} m, which smears "
                      "the onset of stick; use a time_step below {:.3g} s",
                      drive().pulley_label(p), element * parameters.time_step / longest, element, longest));
    }
  }
  if (!has_inertia()) {
    add_warning(warnings,
                neglected_keys_message("quasi_static neglects inertia", keys_of_inertia(drive()), "generalised_alpha"));
  }
  return warnings;
}

SteadySimulation::SteadySimulation(const BeltDrive& drive, const AleParameters& parameters,
                                   std::optional<LinearOptions> linear, const SteadySimulation* near)
    : BeltSimulation(linear ? without_orders(drive) : drive),
      parameters_(parameters),
      linear_(std::move(linear)),
      belt_(std::make_unique<SteadyDrive>(this->drive(), parameters)),
      angles_(drive.pulleys.size()) {
  if (linear_) configured_ = drive;
  if (near != nullptr) belt_->begin_near(*near->belt_);
  begin();
}

void SteadySimulation::begin() {
  try {
    belt_->solve(0.0);
  } catch (const SolverError&) {
    std::unique_ptr<SteadyDrive> other = steady_on_another_mesh(*belt_, parameters_, 0.0);
    if (!other) throw;
    parameters_ = other->parameters();
    belt_ = std::move(other);
  }
}

std::shared_ptr<LinearAnalysis> SteadySimulation::linear_analysis() {
  return linear_ ? linear_analysis_of(*belt_, drive(), time_, *linear_, **configured_) : nullptr;
}

std::unique_ptr<Simulation> SteadySimulation::at_speeds(double factor, const Simulation& near) const {
  return another(drive().at_speeds(time_, factor), parameters_, dynamic_cast<const SteadySimulation*>(&near));
}

std::unique_ptr<Simulation> SteadySimulation::on_mesh(OtherMesh mesh) const {
  AleParameters other = parameters_;
  return change_mesh(other.mesh, mesh) ? another(drive(), other, nullptr) : nullptr;
}

std::unique_ptr<Simulation> SteadySimulation::another(const BeltDrive& drive, const AleParameters& parameters,
                                                      const SteadySimulation* near) const {
  auto other = std::make_unique<SteadySimulation>(drive, parameters, linear_, near);
  if (time_ > 0.0) other->advance(time_);
  return other;
}

void SteadySimulation::advance(double dt) {
  const double flux_before = steady().flux();
  if (parameters_.analysis != Analysis::characteristic) {
    belt_->solve(time_ + dt);
  } else if (!at_limit_) {
    const Kept before = kept();
    if (!holds_at(time_ + dt, SteadySearch::everywhere)) {
      if (!steady().has_motion()) belt_->solve(time_ + dt);  // throws with the reason
      find_limit(before, time_ + dt);
      at_limit_ = true;
    }
  }
  arrive(dt, flux_before);
}

void SteadySimulation::arrive(double dt, double flux_before) {
  time_ += dt;
  ++steps_;
  passed_ += 0.5 * dt * (flux_before + steady().flux());
  for (std::size_t p = 0; p < angles_.size(); ++p) angles_[p] += dt * steady().speeds()[p];
}

bool SteadySimulation::lead(std::span<Simulation* const> others) {
  if (parameters_.analysis != Analysis::steady) return false;
  std::vector<SteadySimulation*> led;
  std::vector<SteadyDrive*> drives;
  std::vector<double> fluxes;
  for (Simulation* other : others) {
    led.push_back(dynamic_cast<SteadySimulation*>(other));
    if (led.back() == nullptr) return false;
    drives.push_back(led.back()->belt_.get());
    fluxes.push_back(led.back()->flux());
  }
  if (!belt_->lead(drives)) return false;
  for (std::size_t i = 0; i < led.size(); ++i) led[i]->arrive(time_ - led[i]->time_, fluxes[i]);
  return true;
}

// Does a steady motion exist in which no pulley slips throughout? If a whole arc slips, more creep brings no more
// torque, and the motion only reflects the compliance of the contact. For a friction law without slip limit the motion
// has only to exist.
bool SteadySimulation::holds_at(double time, SteadySearch search) {
  try {
    belt_->solve(time, search);
  } catch (const SolverError&) {
    return false;
  }
  return steady().grips();
}

SteadySimulation::Kept SteadySimulation::kept() const {
  StateWriter writer;
  belt_->save(writer);
  return writer.take();
}

void SteadySimulation::take(const Kept& state) {
  StateReader reader(state);
  belt_->restore(reader);
}

// Locates the limit by bisection between the last steady motion and an instant without steady motion. Each search
// starts from the last motion that holds: one in which a whole arc slips leads to no other.
void SteadySimulation::find_limit(Kept held, double beyond) {
  constexpr double kResolution = 1.0 / (1 << 14);
  const auto holds = [&](double time) {
    take(held);
    if (!holds_at(time, SteadySearch::nearby)) return false;
    held = kept();
    return true;
  };
  (void)numerics::bisect({time_, beyond}, holds, kResolution * (beyond - time_));
  take(held);
}

SolverStatistics SteadySimulation::statistics() const {
  SolverStatistics statistics;
  statistics.steps = steps_;
  statistics.newton_iterations = steady().newton_iterations();
  statistics.factorisations = steady().newton_iterations();
  return statistics;
}

void SteadySimulation::save(StateWriter& writer) const {
  writer.number("time", time_);
  writer.integer("steps", steps_);
  writer.integer("at_limit", at_limit_ ? 1 : 0);
  writer.numbers("angles", angles_);
  writer.number("passed", passed_);
  belt_->save(writer);
}

void SteadySimulation::restore(StateReader& reader) {
  belt_->restore(reader);
  time_ = reader.time("time");
  steps_ = reader.count("steps");
  at_limit_ = reader.integer("at_limit") != 0;
  angles_ = reader.numbers("angles", angles_.size());
  passed_ = reader.number("passed");
}

std::vector<PulleyState> SteadySimulation::pulley_states() const {
  std::vector<PulleyState> states;
  for (std::size_t p = 0; p < angles_.size(); ++p) {
    PulleyState state{
        .angle = angles_[p], .angular_velocity = steady().speeds()[p], .contact_moment = steady().moments()[p]};
    const Pulley& pulley = drive().pulleys[p];
    if (moves(pulley.mount)) {
      const double position = belt_->mount_position(p);
      state.mount = {.axis = pulley.axis_at(position).place, .position = position, .force = belt_->mount_force(p)};
    }
    state.accessory = steady_accessory(pulley, time(), state.angular_velocity);
    states.push_back(state);
  }
  return states;
}

BeltMap SteadySimulation::belt() const {
  BeltLists lists = belt_lists(steady().equations(), path(), steady().speeds());
  for (BeltPoint& point : lists.points) point.material -= passed_;
  for (beltdyn::ContactPoint& contact : lists.contacts) {
    contact.material -= passed_;
    if (contact.contact_limit) *contact.contact_limit -= passed_;
  }
  return belt_map(std::move(lists.points), std::move(lists.contacts));
}

BeltTolerances SteadySimulation::balance_tolerances() const {
  const MeshParameters& mesh = parameters_.mesh;
  // Dampers of contacts dissipate some power too, which is not computed.
  bool is_known = true;
  for (std::size_t p = 0; p < drive().pulleys.size(); ++p) {
    is_known = is_known && drive().configured_contact(p).normal_damping_per_area() == 0.0;
  }
  return {.length = kLengthTolerance,
          .mass_flow = kLengthTolerance,
          .torque = kTorqueTolerance,
          .power = kPowerTolerance,
          .losses = is_known ? kLossTolerance : 0.0,
          .eytelwein = kEytelweinTolerance,
          .remedy = fmt::format("use a finer mesh: elements_per_pulley {}, elements_per_span {}, touching_refinement "
                                "{}, span_refinement {}",
                                2 * mesh.elements_per_pulley, 2 * mesh.elements_per_span, mesh.touching_refinement,
                                mesh.span_refinement)};
}

std::optional<BeltDampingPower> SteadySimulation::damping_power() const { return damping_of(steady().equations()); }

std::vector<SpanState> SteadySimulation::span_states() const { return run_states(steady().equations()); }

// In steady motion the belt stores nothing: the work of the contacts equals the dissipation plus the power that runs
// take.
double SteadySimulation::power_defect() const {
  const BeltPower power = belt_power(steady().equations());
  double exchanged = 0.0;
  for (std::size_t p = 0; p < angles_.size(); ++p) exchanged += std::abs(steady().moments()[p] * steady().speeds()[p]);
  const double carried = force_scale() * std::abs(steady().flux());
  return carried + exchanged > 0.0 ? (power.contact - power.axial_damping - power.bending_damping -
                                      steady().equations().runs().taken_power()) /
                                         (carried + exchanged)
                                   : 0.0;
}

void SteadySimulation::add_own_columns(History& history) const {
  history.add("flux", "m/s", [this] { return flux(); });
  history.add("efficiency", "-", [this] { return efficiency(); });
  if (parameters_.analysis == Analysis::characteristic) {
    history.add("at_limit", "-", [this] { return at_limit_ ? 1.0 : 0.0; });
  }
}

// Reports a characteristic that ends before the limit: it would look like a drive without limit.
std::vector<Finding> SteadySimulation::findings() const {
  if (parameters_.analysis != Analysis::characteristic || at_limit_) return {};
  std::vector<std::string> moments;
  for (std::size_t p = 0; p < angles_.size(); ++p) {
    if (steady().moments()[p] != 0.0)
      moments.push_back(fmt::format("{:.4g} N m on pulley {}", steady().moments()[p], drive().pulley_label(p)));
  }
  return {{.verdict = "limit not found",
           .remark = fmt::format(
               "the characteristic ends at {:.4g} s without reaching a limit: the belt transmits the full load, with "
               "{}; increase the load further, up to a later end_time, to find the limit",
               time_, moments.empty() ? std::string("no moment") : fmt::format("{}", fmt::join(moments, ", ")))}};
}

double SteadySimulation::efficiency() const {
  double taken = 0.0;
  double handed = 0.0;
  for (std::size_t p = 0; p < angles_.size(); ++p) {
    const double power = steady().moments()[p] * steady().speeds()[p];
    (power > 0.0 ? handed : taken) += std::abs(power);
  }
  return taken > 0.0 ? handed / taken : 1.0;
}

std::vector<std::string> SteadySimulation::preflight(double end_time) const {
  std::vector<std::string> warnings = mesh_warnings(drive(), parameters_.mesh, end_time);
  // Small motions include all transient effects.
  if (linear_) {
    std::ranges::move(linear_->doubts(drive()), std::back_inserter(warnings));
    return warnings;
  }
  add_warning(warnings, neglected_transients_message("the steady analysis", drive(), "a transient analysis",
                                                     parameters_.analysis == Analysis::steady));
  if (parameters_.analysis != Analysis::characteristic) return warnings;
  for (std::size_t p = 0; p < drive().pulleys.size(); ++p) {
    const PulleyContact& contact = drive().contact_of(p);
    if (has_slip_limit(contact)) continue;
    warnings.push_back(
        fmt::format("the friction of pulley {}, {}, has no gross-slip limit, since more creep always gives more "
                    "torque; at_limit refers to the other pulleys, and to loads without a steady motion",
                    drive().pulley_label(p), contact.friction_name()));
  }
  return warnings;
}

}  // namespace beltdyn::eulerian::ale
