// SPDX-License-Identifier: MIT
#include "studies/sweep/member_runner.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "core/base/csv_table.hpp"
#include "core/base/error.hpp"
#include "core/base/stop_request.hpp"
#include "studies/sweep/reduction.hpp"

namespace beltdyn::studies {
namespace {

// Long enough that the first member, which has no neighbour to start from, costs little.
constexpr std::size_t kChainLength = 16;
constexpr std::string_view kQuantities = "sweep/quantities";

Configuration read_swept(const config::JsonDocument& document, const Formulations& formulations) {
  Configuration configuration = read_configuration(document, formulations);
  if (configuration.sweep) return configuration;
  throw UsageError(document.file() + ": has no \"sweep\"; add one with the parameters to vary, or use beltdyn run");
}

bool is_conclusion(const SweepQuantity& quantity) { return quantity.reduction == SweepQuantity::Reduction::conclusion; }

// The indices of quantities that are conclusions of a run, or columns of its history.
std::vector<std::size_t> quantities_that(const Sweep& sweep, bool are_conclusions) {
  std::vector<std::size_t> indices;
  for (std::size_t q = 0; q < sweep.quantities.size(); ++q) {
    if (is_conclusion(sweep.quantities[q]) == are_conclusions) indices.push_back(q);
  }
  return indices;
}

std::vector<std::string> column_names(const Sweep& sweep) {
  std::vector<std::string> names;
  for (const std::size_t q : quantities_that(sweep, false)) names.push_back(sweep.quantities[q].column);
  return names;
}

std::string unit_of(const SweepQuantity& quantity, const HistoryColumn& column) {
  return quantity.reduction == SweepQuantity::Reduction::crossing_time ? "s" : column.unit;
}

}  // namespace

MemberRunner::MemberRunner(const config::JsonDocument& document, const Formulations& formulations)
    : configuration_(read_swept(document, formulations)),
      run_(document, configuration_.swept_run(), formulations),
      points_(*configuration_.sweep) {}

std::vector<std::string> MemberRunner::columns() const {
  const std::unique_ptr<Simulation> simulation = run_.begin(configuration_);
  const History history = simulation->history();
  const std::vector<const HistoryColumn*> found = find_columns(history, column_names(sweep()), kQuantities);
  std::vector<std::string> names{"member"};
  for (const SweepParameter& parameter : sweep().parameters) {
    names.push_back(fmt::format("{} [{}]", parameter.name, parameter.unit));
  }
  const std::vector<Conclusion> conclusions = present_conclusions(*simulation);
  auto column = found.begin();
  for (const SweepQuantity& quantity : sweep().quantities) {
    const std::string unit = is_conclusion(quantity) ? find_conclusion(conclusions, quantity.column, kQuantities).unit
                                                     : unit_of(quantity, **column++);
    names.push_back(fmt::format("{} [{}]", quantity.name, unit));
  }
  names.insert(names.end(), {"status", "message"});
  return names;
}

std::vector<Change> MemberRunner::changes(const std::vector<double>& values) const {
  std::vector<Change> changes;
  for (std::size_t j = 0; j < values.size(); ++j) {
    changes.push_back({.pointer = sweep().parameters[j].pointer, .value = values[j]});
  }
  return changes;
}

std::size_t MemberRunner::chain_length() const {
  // Points of a spread design have no close neighbours.
  return run_.options(configuration_).can_start_near() && !sweep().design.is_spread() ? kChainLength : 1;
}

void MemberRunner::run_chain(std::size_t first, const std::function<void(std::size_t, const Member&)>& take) const {
  // Outlives its simulation, which may refer to it.
  std::optional<Configuration> last_configuration;
  std::unique_ptr<Simulation> last;
  for (std::size_t i = first; i < std::min(size(), first + chain_length()); ++i) {
    Member member{.values = points_.at(i), .results = std::vector<std::optional<double>>(sweep().quantities.size())};
    try {
      Configuration configuration = run_.read(changes(member.values));
      last = carry_out(configuration, last.get(), i, member);
      last_configuration = std::move(configuration);
    } catch (const ConfigError& error) {
      member.status = Member::Status::infeasible;
      member.message = first_problem(error);
    } catch (const SolverError& error) {
      member.status = Member::Status::failed;
      member.message = error.what();
    }
    take(i, member);
  }
}

void MemberRunner::keep(Keep kept, std::filesystem::path folder) { kept_ = {kept, std::move(folder)}; }

std::unique_ptr<Simulation> MemberRunner::carry_out(const Configuration& configuration, const Simulation* before,
                                                    std::size_t index, Member& member) const {
  const std::vector<std::size_t> reduced = quantities_that(sweep(), false);
  const std::vector<std::size_t> concluded = quantities_that(sweep(), true);
  std::vector<Reduction> reductions;
  for (const std::size_t q : reduced) {
    reductions.emplace_back(sweep().quantities[q], configuration_.output.summary_from);
  }
  std::vector<Conclusion> conclusions;
  std::unique_ptr<Simulation> simulation = run_.carry_out(
      configuration, before, column_names(sweep()), kQuantities,
      [&reductions](double time, std::span<const double> values) {
        for (std::size_t q = 0; q < values.size(); ++q) reductions[q].add(time, values[q]);
      },
      {kept_.what, kept_.folder / fmt::format("{}", index)}, concluded.empty() ? nullptr : &conclusions);
  for (std::size_t i = 0; i < reduced.size(); ++i) member.results[reduced[i]] = reductions[i].result();
  for (const std::size_t q : concluded) {
    const auto found = std::ranges::find(conclusions, sweep().quantities[q].column, &Conclusion::name);
    if (found != conclusions.end() && std::isfinite(found->value)) member.results[q] = found->value;
  }
  return simulation;
}

std::string MemberRunner::configuration_of(std::size_t member) const { return run_.text(changes(points_.at(member))); }

std::string row_text(std::size_t index, const Member& member) {
  std::string text = fmt::format("{}", index);
  for (const double value : member.values) text += fmt::format(",{}", value);
  for (const std::optional<double>& result : member.results) text += result ? fmt::format(",{}", *result) : ",";
  std::string message = member.message;
  std::ranges::replace(message, '\n', ' ');
  return text + fmt::format(",{},{}", kStatusNames[static_cast<std::size_t>(member.status)], csv_field(message));
}

}  // namespace beltdyn::studies
