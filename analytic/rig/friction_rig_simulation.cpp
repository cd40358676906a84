// SPDX-License-Identifier: MIT
#include "analytic/rig/friction_rig_simulation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "analytic/rig/friction_rig_impl.hpp"
#include "core/base/error.hpp"
#include "core/base/stop_request.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/numerics/hermite.hpp"
#include "core/run/energy_ledger.hpp"
#include "core/run/state_archive.hpp"
#include "core/run/step_clock.hpp"

namespace beltdyn::analytic {
namespace {

// Absolute tolerance over relative tolerance [-].
constexpr double kAbsoluteShare = 1e-3;
// Number of times at which the pull is evaluated before a run.
constexpr int kPreflightSamples = 1000;
// Tolerance of balance_power, relative to the work of the pull [-]: the integrator has errors of 1e-10 per step, and
// some digits less between its steps.
constexpr double kBalanceTolerance = 1e-5;
// Distance whose work of the normal force is the reference of defects, as long as less work has been done [m].
constexpr double kReferenceDistance = 1e-6;
// Limit of steps between two reports: some seconds, in which a run cannot be interrupted.
constexpr std::int64_t kMostSteps = 1'000'000;

// The entries of an array of a checkpoint. Throws IoError if their number is wrong.
template <std::size_t N, class T>
std::array<T, N> entries(const std::vector<T>& values) {
  if (values.size() != N) throw IoError("the checkpoint belongs to another friction law; run again with --force");
  std::array<T, N> result{};
  std::copy(values.begin(), values.end(), result.begin());
  return result;
}

template <contact::RateFrictionLaw Law>
class FrictionRigSimulation final : public Simulation {
 public:
  FrictionRigSimulation(const Law& law, MemoryNames memory, double static_coefficient, const FrictionRigDrive& drive,
                        const FrictionRigParameters& parameters)
      : rig_(law, drive, {.relative = parameters.tolerance, .absolute = kAbsoluteShare * parameters.tolerance}),
        memory_(std::move(memory)),
        static_coefficient_(static_coefficient),
        drive_(drive),
        clock_(parameters.time_step) {
    if (const PulledMass* mass = pulled()) ledger_.begin(0.0, mass->kinetic_energy(rig_.state().velocity), {});
  }

  double time() const override { return clock_.time(); }
  double time_step() const override { return clock_.step(); }
  void advance(double dt) override;

  std::vector<std::string> preflight(double end_time) const override;
  SolverStatistics statistics() const override { return statistics_; }
  void save(StateWriter& writer) const override;
  void restore(StateReader& reader) override;

 private:
  using Rig = FrictionRig<Law>;

  void add_columns(History& history) const override;
  void add_memory(History& history) const;
  const PulledMass* pulled() const { return std::get_if<PulledMass>(&drive_.motion); }
  // Works of the pull and of the damper in a panel.
  PowerFlow works_in(const typename Rig::Panel& panel) const;

  Rig rig_;
  MemoryNames memory_;
  double static_coefficient_;  // 0 for a law that creeps [-]
  FrictionRigDrive drive_;
  StepClock clock_;
  SolverStatistics statistics_;
  EnergyLedger ledger_;
};

template <contact::RateFrictionLaw Law>
void FrictionRigSimulation<Law>::advance(double dt) {
  const double end = clock_.after(dt);
  const typename Rig::State before = rig_.state();
  SolverStatistics statistics = statistics_;
  EnergyLedger ledger = ledger_;
  try {
    for (std::int64_t n = 0; rig_.state().time < end; ++n) {
      throw_if_stopped();
      if (n == kMostSteps) {
        throw SolverError(
            fmt::format("t = {:.6g} s: {} integrator steps did not reach the next output state, {:.3g} s later: the "
                        "law is stiff at this velocity; reduce its stiffness, loosen the tolerance or reduce time_step",
                        rig_.state().time, kMostSteps, dt));
      }
      const auto modes = rig_.state().history.mode;
      const typename Rig::Panel panel = rig_.advance(end);
      ++statistics.steps;
      if (pulled() != nullptr) ledger.add(works_in(panel));
      statistics.rejected_steps += panel.rejections;
      for (std::size_t k = 0; k < modes.size(); ++k)
        statistics.status_changes += modes[k] != rig_.state().history.mode[k];
    }
  } catch (...) {
    rig_.restore(before);
    throw;
  }
  statistics_ = statistics;
  ledger_ = ledger;
  clock_.pass(dt);
}

// The solution is a polynomial in a panel, and five Gauss points integrate the products exactly.
template <contact::RateFrictionLaw Law>
PowerFlow FrictionRigSimulation<Law>::works_in(const typename Rig::Panel& panel) const {
  const PulledMass& mass = *pulled();
  PowerFlow works;
  static const numerics::Quadrature rule = numerics::gauss_rule(5);
  for (const auto& [xi, weight] : rule) {
    const double time = panel.start() + xi * (panel.end() - panel.start());
    const typename Rig::State state = rig_.sample(panel, time);
    const double dt = weight * (panel.end() - panel.start());
    const double work = mass.pull(time, state.position) * state.velocity * dt;
    works.supplied += work;
    works.exchanged += std::abs(work);
    works.lost += mass.damping * state.velocity * state.velocity * dt;
  }
  return works;
}

template <contact::RateFrictionLaw Law>
void FrictionRigSimulation<Law>::add_columns(History& history) const {
  history.add("position", "m", [this] { return rig_.state().position; });
  history.add("velocity", "m/s", [this] { return rig_.state().velocity; });
  history.add("friction_force", "N", [this] { return rig_.friction(rig_.state()); });
  const PulledMass* mass = pulled();
  if (mass != nullptr) {
    history.add("pull_force", "N", [this, mass] { return mass->pull(rig_.state().time, rig_.state().position); });
  }
  history.add("friction_work", "J", [this] { return rig_.state().friction_work; });
  add_memory(history);
  if (mass == nullptr) return;
  history.add_balance(
      "balance_power",
      "the work of the pull equals the energy dissipated by friction and damper plus the kinetic energy of the mass",
      kBalanceTolerance, [this, mass] {
        const double stored = mass->kinetic_energy(rig_.state().velocity) + rig_.state().friction_work;
        return ledger_.defect(stored, drive_.normal_force * kReferenceDistance);
      });
}

template <contact::RateFrictionLaw Law>
void FrictionRigSimulation<Law>::add_memory(History& history) const {
  for (std::size_t k = 0; k < memory_.size; ++k) {
    history.add(fmt::format(fmt::runtime(memory_.value), k + 1), memory_.unit,
                [this, k] { return rig_.state().history.value[k]; });
  }
  for (std::size_t k = 0; k < memory_.size && !memory_.mode.empty(); ++k) {
    history.add(fmt::format(fmt::runtime(memory_.mode), k + 1), "-",
                [this, k] { return rig_.state().history.mode[k]; });
  }
}

template <contact::RateFrictionLaw Law>
std::vector<std::string> FrictionRigSimulation<Law>::preflight(double end_time) const {
  const PulledMass* mass = pulled();
  if (mass == nullptr || mass->initial_velocity != 0.0) return {};
  double pull = 0.0;  // the largest
  for (int i = 1; i <= kPreflightSamples; ++i) {
    pull = std::max(pull, std::abs(mass->pull(end_time * i / kPreflightSamples, 0.0)));
  }
  const double limit = static_coefficient_ * drive_.normal_force;
  if (pull >= limit) return {};
  return {
      fmt::format("the pull reaches {:.4g} N, less than the static friction of {:.4g} N: the mass will not slide; pull "
                  "faster or longer, or reduce the normal force",
                  pull, limit)};
}

template <contact::RateFrictionLaw Law>
void FrictionRigSimulation<Law>::save(StateWriter& writer) const {
  const typename Rig::State& state = rig_.state();
  clock_.save(writer);
  ledger_.save(writer);
  writer.numbers("rig", std::array{state.time, state.position, state.velocity, state.friction_work, state.step});
  writer.numbers("memory", state.history.value);
  std::vector<std::int64_t> modes;
  for (const double mode : state.history.mode) modes.push_back(static_cast<std::int64_t>(mode));
  writer.integers("modes", modes);
  save_statistics(statistics_, writer);
}

template <contact::RateFrictionLaw Law>
void FrictionRigSimulation<Law>::restore(StateReader& reader) {
  clock_.restore(reader);
  ledger_.restore(reader);
  const auto rig = entries<5>(reader.any_numbers("rig", 5));
  // The bound of the next step may be infinite.
  require_sound_checkpoint(std::all_of(rig.begin(), rig.end() - 1, [](double x) { return std::isfinite(x); }) &&
                           rig.back() > 0.0);
  const auto memory = entries<Rig::History::kSize>(reader.numbers("memory"));
  const auto modes = entries<Rig::History::kSize>(reader.integers("modes"));
  typename Rig::State state{
      .time = rig[0], .position = rig[1], .velocity = rig[2], .friction_work = rig[3], .history = {}, .step = rig[4]};
  state.history.value = memory;
  std::transform(modes.begin(), modes.end(), state.history.mode.begin(),
                 [](std::int64_t mode) { return static_cast<double>(mode); });
  rig_.restore(state);
  statistics_ = restore_statistics(reader);
}

}  // namespace

std::unique_ptr<Simulation> make_friction_rig(const FrictionRigDrive& drive, const FrictionLawConfig& law,
                                              const FrictionRigParameters& parameters) {
  return std::visit(
      [&](const auto& config) -> std::unique_ptr<Simulation> {
        using Law = typename std::decay_t<decltype(config)>::Law;
        return std::make_unique<FrictionRigSimulation<Law>>(config.law(), config.memory(), config.static_coefficient(),
                                                            drive, parameters);
      },
      law);
}

}  // namespace beltdyn::analytic
