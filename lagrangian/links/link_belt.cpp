// SPDX-License-Identifier: MIT
#include "lagrangian/links/link_belt.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/stop_request.hpp"
#include "core/belt/belt_balances.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/dynamics/belt_statics.hpp"
#include "core/numerics/root.hpp"
#include "lagrangian/links/link_energy.hpp"

namespace beltdyn::lagrangian::links {
namespace {

// Accuracy of the time of a switch [s].
constexpr double kSwitchTime = 1e-11;
constexpr int kMostSteps = 1'000'000;  // without a switch
// Smallest progress where contacts chatter [s].
constexpr double kShortestPiece = 1e-9;
// The scale of coordinates and velocities in the error of adaptive steps, in SI units.
constexpr double kErrorScale = 1.0;

}  // namespace

LinkBelt::LinkBelt(const BeltDrive& drive, const LinksParameters& parameters, const PreparationObserver& observer,
                   const std::optional<RunningBelt>& running)
    : drive_(drive),
      parameters_(parameters),
      model_(make_link_model(drive, parameters.links)),
      limits_(step_limits(drive, model_)),
      layout_(model_),
      kernel_(make_link_kernel(model_, parameters.instruction_set())),
      mounts_(*drive_, model_, parameters.settling_damping),
      accessories_(*drive_, model_),
      runge_kutta_(layout_.size(), parameters.instruction_set()),
      dormand_prince_(layout_.size(), parameters.tolerance, kErrorScale),
      implicit_(model_, layout_, residual_tolerance(drive, 0.0), lone_unknowns(drive, model_, layout_)),
      forces_(layout_),
      state_(lay_on_path(drive, model_, layout_)),
      modes_(layout_.modes_size()),
      stage_modes_(layout_.modes_size()),
      suggested_step_(kSafeStep * limits_.step),
      next_(layout_.size()),
      spare_(layout_.size()),
      speeds_(layout_.n_pulleys()),
      moments_(layout_.n_pulleys()),
      mount_forces_(layout_.n_mounts()),
      torques_(layout_.n_pulleys()),
      touching_(layout_.stride()),
      speeds_at_start_(layout_.n_pulleys()) {
  if (running && running->flux != 0.0) {
    run_in(*running, observer);
  } else {
    settle(observer);
  }
  finish_step(0.0, state_, modes_);
  ledger_.begin(0.0, stored_energy(), {});
}

PowerFlow LinkBelt::power_flow(double time, const numerics::AlignedVector& state, std::span<const double> speeds,
                               std::span<const double> moments, std::span<const double> mount_forces,
                               double lost_power) const {
  PowerFlow flow{.supplied = 0.0, .lost = lost_power};
  for (std::size_t p = 0; p < speeds.size(); ++p) {
    flow = flow + pulley_flow(drive_->pulleys[p], time, speeds[p], moments[p],
                              mounts_.joints().moment_on_pulley(p, speeds[p], state, modes_));
  }
  if (!mount_forces.empty()) flow = flow + mounts_.flow(time, state, modes_, mount_forces);
  return flow + accessories_.flow(time, state, modes_);
}

double LinkBelt::stored_energy() const {
  double energy = belt_energy(model_, layout_, state_) + mounts_.energy(state_) + accessories_.energy(state_, modes_);
  for (std::size_t p = 0; p < layout_.n_pulleys(); ++p) {
    energy += pulley_energy(drive_->pulleys[p], state_[layout_.pulley_speed(p)]);
  }
  return energy;
}

PowerFlow LinkBelt::present_flow() const {
  const Snapshot now = snapshot();
  std::vector<double> speeds(layout_.n_pulleys());
  find_pulley_speeds(time_, state_, speeds);
  return power_flow(time_, state_, speeds, now.moments, now.mount_forces, now.lost_power);
}

double LinkBelt::power_defect() const {
  return ledger_.defect(time_, present_flow(), stored_energy(), reference_energy(*drive_));
}

double LinkBelt::exchanged_energy() const { return ledger_.scale(time_, present_flow(), reference_energy(*drive_)); }

void LinkBelt::find_pulley_speeds(double time, const numerics::AlignedVector& state,
                                  std::vector<double>& speeds) const {
  for (std::size_t p = 0; p < speeds.size(); ++p) {
    const auto* prescribed = std::get_if<PrescribedMotion>(&drive_->pulleys[p].motion);
    speeds[p] = prescribed != nullptr ? prescribed->angular_velocity.value(function_time(time))
                                      : state[layout_.pulley_speed(p)];
    if (is_locked_) speeds[p] = 0.0;
  }
  if (mounts_.any()) mounts_.place(mount_forcing(time), state, speeds, *kernel_);
}

MountForcing LinkBelt::mount_forcing(double time) const {
  const double damping = is_preparing() ? parameters_.settling_damping : 0.0;
  return {.time = function_time(time), .mass_damping = damping, .is_settling = is_preparing()};
}

void LinkBelt::find_mount_forces(const numerics::AlignedVector& state, std::vector<double>& forces) const {
  for (std::size_t m = 0; m < forces.size(); ++m) {
    forces[m] = mounts_.force_on(m, kernel_->force_on_pulley(model_.mounts[m].pulley), state);
  }
}

void LinkBelt::find_rates(double time, const numerics::AlignedVector& state, numerics::AlignedVector& rates,
                          LinkForces* forces) {
  find_pulley_speeds(time, state, speeds_);
  const double gaps =
      forces == nullptr
          ? kernel_->evaluate(forcing_, state.data(), modes_.data(), speeds_, rates.data(), moments_)
          : kernel_->observe(forcing_, state.data(), modes_.data(), speeds_, rates.data(), moments_, *forces);
  const double link2 = model_.link_length * model_.link_length;
  gaps_ = gaps / (model_.n_links * link2);
  if (!(gaps_ <= 1.0)) came_apart_ = true;
  std::fill(rates.begin() + static_cast<std::ptrdiff_t>(layout_.joint_memory(0, 0)), rates.end(), 0.0);
  if (lead_) lead_->draw(time - time_, layout_, state, rates);
  if (mounts_.any()) mounts_.find_rates(mount_forcing(time), state, modes_, *kernel_, moments_, rates);
  for (std::size_t p = 0; p < speeds_.size(); ++p) {
    const Pulley& pulley = drive_->pulleys[p];
    if (!is_locked_) mounts_.joints().moment_on_pulley(p, speeds_[p], state, modes_, rates);
    double& acceleration = rates[layout_.pulley_speed(p)];
    rates[layout_.pulley_angle(p)] = speeds_[p];
    if (is_locked_ || pulley.is_prescribed()) {
      acceleration = 0.0;
    } else {
      double torque = torque_on(p, time, moments_[p], state);
      if (lead_) torque += accessories_.inertia(p, modes_) * lead_->draw_pulley(p, speeds_[p]);
      acceleration = accessories_.acceleration(p, function_time(time), torque, state, modes_, rates);
    }
  }
}

double LinkBelt::torque_on(std::size_t p, double time, double belt_moment, const numerics::AlignedVector& state) const {
  const double speed = state[layout_.pulley_speed(p)];
  return drive_->pulleys[p].moment(function_time(time), speed) +
         mounts_.joints().moment_on_pulley(p, speed, state, modes_) + belt_moment;
}

void LinkBelt::find_torques(double time, const numerics::AlignedVector& state) {
  find_rates(time, state, spare_);
  for (std::size_t p = 0; p < torques_.size(); ++p) torques_[p] = torque_on(p, time, moments_[p], state);
}

void LinkBelt::finish_step(double time, numerics::AlignedVector& state, numerics::AlignedVector& modes) {
  mounts_.put_given(mount_forcing(time), state);
  for (std::size_t p = 0; p < drive_->pulleys.size(); ++p) {
    const auto* prescribed = std::get_if<PrescribedMotion>(&drive_->pulleys[p].motion);
    if (prescribed == nullptr || is_preparing()) continue;
    state[layout_.pulley_angle(p)] = prescribed->angular_velocity.integral(0.0, time);
    state[layout_.pulley_speed(p)] = prescribed->angular_velocity.value(time);
  }
  if (is_locked_) return;
  unwind(state);
  find_pulley_speeds(time, state, speeds_);
  statistics_.status_changes += kernel_->switch_modes(state.data(), modes.data(), speeds_);
  statistics_.status_changes += mounts_.joints().switch_modes(state, modes, speeds_);
  if (!accessories_.have_clutches()) return;
  find_torques(time, state);
  statistics_.status_changes += accessories_.switch_clutches(function_time(time), torques_, state, modes);
}

// Sine and cosine of small angles are faster.
void LinkBelt::unwind(numerics::AlignedVector& state) const {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  double* angle = state.data() + layout_.field(LinkLayout::angle);
  if (std::abs(angle[0]) < kTurn) return;
  const double turns = std::copysign(kTurn, angle[0]);
  for (std::size_t i = 0; i < layout_.n_links(); ++i) angle[i] -= turns;
}

void LinkBelt::check(double h) const {
  if (!came_apart_) return;
  throw SolverError(fmt::format(
      "the belt broke apart at t = {:.9g} s: the gaps in its joints exceed the length of its links; {}", time_,
      h > limits_.step && parameters_.time_integration == TimeIntegration::runge_kutta_4
          ? fmt::format("time_step = {:.3g} s exceeds the stable step of {:.3g} s ({}); reduce it.", h, limits_.step,
                        limits_.reason(h))
          : std::string("use a smaller time_step, or contacts with lower stiffness and damping.")));
}

void LinkBelt::explicit_step(double h) {
  const numerics::SystemRates rates = [this](double time, const numerics::AlignedVector& state,
                                             numerics::AlignedVector& rate) {
    const bool is_start = time == time_;
    forcing_.follows = !is_start;
    find_rates(time, state, rate);
    if (!is_start || is_preparing()) return;
    find_mount_forces(state, mount_forces_);
    ledger_.go_to(time, power_flow(time, state, speeds_, moments_, mount_forces_, kernel_->lost_power()));
  };
  runge_kutta_.step(rates, time_, h, state_, next_);
  forcing_.follows = false;
}

void LinkBelt::step(double h) {
  if (parameters_.time_integration == TimeIntegration::implicit) {
    advance_implicitly(h);
    return;
  }
  came_apart_ = false;
  explicit_step(h);
  check(h);
  accept(h);
}

void LinkBelt::accept(double h) {
  finish_step(time_ + h, next_, modes_);
  state_.swap(next_);
  time_ += h;
  ++statistics_.steps;
}

LinkBelt::Attempt LinkBelt::attempt() const {
  return {.state = state_,
          .modes = modes_,
          .time = time_,
          .suggested_step = suggested_step_,
          .substep = substep_,
          .ledger = ledger_,
          .statistics = statistics_};
}

void LinkBelt::restore(const Attempt& before) {
  state_ = before.state;
  modes_ = before.modes;
  time_ = before.time;
  suggested_step_ = before.suggested_step;
  substep_ = before.substep;
  ledger_ = before.ledger;
  statistics_ = before.statistics;
}

void LinkBelt::advance(double dt) {
  if (parameters_.time_integration == TimeIntegration::adaptive) {
    advance_adaptively(time_ + dt);
  } else {
    step(dt);
  }
  if (parameters_.standstill_speed == 0.0) return;
  moves_ = std::any_of(speeds_.begin(), speeds_.end(),
                       [this](double speed) { return std::abs(speed) > parameters_.standstill_speed; });
  has_moved_ = has_moved_ || moves_;
}

bool LinkBelt::everything_lasts(double time, const numerics::AlignedVector& state) {
  find_pulley_speeds(time, state, speeds_);
  for (std::size_t p = 0; p < speeds_.size(); ++p) {
    if (speeds_[p] * speeds_at_start_[p] < 0.0) return false;
  }
  if (!mounts_.joints().modes_last(state, modes_, speeds_) ||
      !kernel_->everything_lasts(state.data(), modes_.data(), speeds_, touching_.data())) {
    return false;
  }
  if (!accessories_.have_clutches()) return true;
  find_torques(time, state);
  return accessories_.clutches_last(time, torques_, state, modes_);
}

double LinkBelt::smooth_piece(const numerics::SystemRates& rates, double end) {
  find_pulley_speeds(time_, state_, speeds_at_start_);
  kernel_->find_touching(state_.data(), speeds_at_start_, touching_.data());
  dormand_prince_.begin(state_, time_, std::min(suggested_step_, end - time_));
  for (int n = 0;; ++n) {
    throw_if_stopped();
    if (n == kMostSteps) {
      throw SolverError(fmt::format(
          "{} steps led to t = {:.9g} s only, {:.3g} s before the end of a time step; use a softer contact, "
          "a larger tolerance or a shorter time_step",
          n, dormand_prince_.end(), end - dormand_prince_.end()));
    }
    dormand_prince_.step(rates);
    ++statistics_.steps;
    double last = std::min(dormand_prince_.end(), end);
    suggested_step_ = dormand_prince_.suggested_step();
    const auto lasts_at = [&](double time) {
      dormand_prince_.state_at(time, next_);
      return everything_lasts(time, next_);
    };
    if (lasts_at(last)) {
      if (last < end) continue;
      return end;
    }
    last = numerics::bisect({dormand_prince_.start(), last}, lasts_at, kSwitchTime).high;
    last = std::min(std::max(last, time_ + kShortestPiece), end);
    dormand_prince_.state_at(last, next_);
    return last;
  }
}

void LinkBelt::advance_adaptively(double end) {
  const Attempt before = attempt();
  const numerics::SystemRates rates = [this](double time, const numerics::AlignedVector& state,
                                             numerics::AlignedVector& rate) { find_rates(time, state, rate); };
  try {
    while (time_ < end) {
      const double reached = smooth_piece(rates, end);
      // Steps that error control rejected may have torn the belt apart; this one must not.
      came_apart_ = false;
      find_rates(reached, next_, spare_);
      check(reached - time_);
      finish_step(reached, next_, modes_);
      state_.swap(next_);
      time_ = reached;
    }
  } catch (const SolverError&) {
    restore(before);
    throw;
  }
}

LinkBelt::Snapshot LinkBelt::snapshot() const {
  Snapshot now{.forces = LinkForces(layout_),
               .moments = std::vector<double>(layout_.n_pulleys()),
               .rates = numerics::AlignedVector(layout_.size()),
               .lost_power = 0.0,
               .mount_forces = std::vector<double>(layout_.n_mounts()),
               .accessory_torques = std::vector<double>(layout_.n_pulleys())};
  std::vector<double> speeds(layout_.n_pulleys());
  find_pulley_speeds(time_, state_, speeds);
  kernel_->observe({}, state_.data(), modes_.data(), speeds, now.rates.data(), now.moments, now.forces);
  now.lost_power = kernel_->lost_power();
  if (mounts_.any()) mounts_.find_rates(mount_forcing(time_), state_, modes_, *kernel_, now.moments, now.rates);
  find_mount_forces(state_, now.mount_forces);
  for (std::size_t p = 0; p < layout_.n_pulleys(); ++p) {
    now.accessory_torques[p] =
        accessories_.torque(p, time_, torque_on(p, time_, now.moments[p], state_), state_, modes_);
  }
  return now;
}

void LinkBelt::save(StateWriter& writer) const {
  writer.number("links/time", time_);
  writer.number("links/suggested_step", suggested_step_);
  writer.number("links/substep", substep_.length);
  ledger_.save(writer);
  writer.numbers("links/state", state_);
  writer.numbers("links/modes", modes_);
  writer.integers("links/counts", std::vector<std::int64_t>{statistics_.steps, statistics_.status_changes, moves_,
                                                            has_moved_, statistics_.rejected_steps,
                                                            statistics_.newton_iterations, statistics_.factorisations});
  writer.integers("links/substep_counts", substep_.counts());
}

void LinkBelt::restore(StateReader& reader) {
  const auto fill = [&reader](const std::string& name, numerics::AlignedVector& to) {
    std::ranges::copy(reader.numbers(name, to.size()), to.begin());
  };
  time_ = reader.time("links/time");
  suggested_step_ = reader.number("links/suggested_step");
  substep_.length = reader.any_numbers("links/substep", 1).front();  // may be infinite
  ledger_.restore(reader);
  fill("links/state", state_);
  fill("links/modes", modes_);
  const std::vector<std::int64_t>& counts = reader.integers("links/counts", 7, {});
  statistics_ = {.steps = counts[0],
                 .newton_iterations = counts[5],
                 .factorisations = counts[6],
                 .rejected_steps = counts[4],
                 .status_changes = counts[1]};
  moves_ = counts[2] != 0;
  has_moved_ = counts[3] != 0;
  require_sound_checkpoint(substep_.length > 0.0 && substep_.set_counts(reader.integers(
                                                        "links/substep_counts", numerics::Substep::kCounts, {})));
}

}  // namespace beltdyn::lagrangian::links
