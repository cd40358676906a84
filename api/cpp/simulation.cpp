// SPDX-License-Identifier: MIT
#include "beltdyn/simulation.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "api/cpp/history_rows.hpp"
#include "api/cpp/session.hpp"
#include "core/base/standard_streams.hpp"
#include "core/base/version.hpp"
#include "core/settings/only_run.hpp"
#include "formulations/all_formulations.hpp"

namespace beltdyn::api {
namespace {

std::vector<Column> columns_of(const std::vector<HistoryColumn>& of_history) {
  std::vector<Column> columns;
  for (const HistoryColumn& column : of_history) columns.push_back({column.name, column.unit});
  return columns;
}

std::size_t column_index(const std::vector<Column>& columns, std::string_view name) {
  const auto found = std::ranges::find(columns, name, &Column::name);
  if (found != columns.end()) return static_cast<std::size_t>(found - columns.begin());
  std::string names;
  for (const Column& column : columns) names += (names.empty() ? "" : ", ") + column.name;
  throw UsageError(fmt::format("there is no column {}; the columns are {}", name, names));
}

Profile profile_of(const std::vector<ProfilePoint>& points) {
  Profile profile;
  for (const ProfilePoint& point : points) {
    profile.sigma.push_back(point.sigma);
    profile.strain.push_back(point.strain);
    profile.force.push_back(point.force);
    profile.speed.push_back(point.speed);
    profile.pressure.push_back(point.pressure);
    profile.traction.push_back(point.traction);
    profile.contact_state.push_back(point.contact_state);
  }
  return profile;
}

}  // namespace

// The document is kept too, since a simulation with controlled quantities reads it again.
struct Configuration::Data {
  config::JsonDocument document;
  beltdyn::Configuration configuration;

  static Configuration made_of(config::JsonDocument document, const Changes& changes) {
    for (const std::string& change : changes) document.set(change, library::kChange);
    beltdyn::Configuration configuration = read_configuration(document, all_formulations());
    return Configuration(std::make_shared<const Data>(std::move(document), std::move(configuration)));
  }

  Data(config::JsonDocument read_document, beltdyn::Configuration read_configuration)
      : document(std::move(read_document)), configuration(std::move(read_configuration)) {}
};

Configuration::Configuration(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

Configuration Configuration::load(const std::filesystem::path& file, const Changes& changes) {
  open_closed_standard_streams();
  return Data::made_of(config::JsonDocument::load(file), changes);
}

Configuration Configuration::parse(std::string_view text, const Changes& changes) {
  return Data::made_of(config::JsonDocument::parse("configuration", text), changes);
}

const std::string& Configuration::name() const { return data_->configuration.name; }
double Configuration::end_time() const { return data_->configuration.end_time; }

std::vector<Configuration::Run> Configuration::runs() const {
  std::vector<Run> runs;
  for (const RunConfig& run : data_->configuration.runs) {
    runs.push_back({run.name, all_formulations()[static_cast<std::size_t>(run.formulation)].name});
  }
  return runs;
}

std::string Configuration::resolved() const { return resolved_configuration(data_->configuration, all_formulations()); }

struct State::Data {
  library::SavedState saved;
};

State::State(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

State State::from_bytes(std::span<const std::uint8_t> bytes) {
  return State(std::make_shared<const Data>(Data{library::SavedState::from_bytes(bytes)}));
}

std::vector<std::uint8_t> State::to_bytes() const { return data_->saved.to_bytes(); }

struct Simulation::Data {
  library::Session session;
  std::vector<Column> columns;
  std::vector<double> row;

  // Throws UsageError if the simulation has been moved from.
  static Data& of(const Simulation& simulation) {
    if (simulation.data_) return *simulation.data_;
    throw UsageError("the simulation has been moved from; use the one that it was moved to");
  }
};

Simulation::Simulation(const Configuration& configuration, const std::string& run,
                       const std::vector<std::string>& controlled)
    : data_(new Data{
          .session = library::Session(configuration.data_->document, run, controlled), .columns = {}, .row = {}}) {
  data_->columns = columns_of(data_->session.columns());
}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

double Simulation::time() const { return Data::of(*this).session.time(); }
double Simulation::time_step() const { return Data::of(*this).session.time_step(); }
double Simulation::end_time() const { return Data::of(*this).session.configuration().end_time; }
bool Simulation::is_over() const { return Data::of(*this).session.is_over(); }

void Simulation::step(double dt) { Data::of(*this).session.step(dt); }

const std::vector<Column>& Simulation::columns() const { return Data::of(*this).columns; }
std::span<const double> Simulation::values() {
  Data& data = Data::of(*this);
  data.row = data.session.values();
  return data.row;
}
double Simulation::value(std::string_view column) {
  const std::size_t index = column_index(columns(), column);
  return Data::of(*this).session.values()[index];
}

Profile Simulation::profile() const { return profile_of(Data::of(*this).session.profile()); }
Profile Simulation::profile(std::span<const double> sigma) const {
  return profile_of(Data::of(*this).session.profile(sigma));
}

void Simulation::set_torque(const std::string& pulley, double moment) {
  Data::of(*this).session.set_torque(pulley, moment);
}
void Simulation::set_speed(const std::string& pulley, double angular_velocity) {
  Data::of(*this).session.set_speed(pulley, angular_velocity);
}

void Simulation::set_input(const std::string& controlled, double value, double rate) {
  library::Session& session = Data::of(*this).session;
  session.set(session.input_of(controlled), value, rate);
}

State Simulation::save() const {
  return State(std::make_shared<const State::Data>(State::Data{Data::of(*this).session.save()}));
}
void Simulation::restore(const State& state) {
  if (!state.data_) throw UsageError("the state has been moved from; use the one that it was moved to");
  Data::of(*this).session.restore(state.data_->saved);
}

History History::of(const Configuration& configuration, const std::string& run) {
  const beltdyn::Configuration& all = configuration.data_->configuration;
  const RunConfig& chosen = all.runs[run_index(all, run)];
  const std::unique_ptr<beltdyn::Simulation> simulation = chosen.options->create(all.drive_of(chosen), all.end_time);
  library::HistoryRows rows = library::history_rows(*simulation, all);
  return {.columns = columns_of(simulation->history().columns()),
          .time = std::move(rows.times),
          .values = std::move(rows.values),
          .last_profile = profile_of(simulation->profile(simulation->natural_profile_points())),
          .warnings = library::warnings_of(*simulation, all),
          .failure = std::move(rows.failure)};
}

std::vector<double> History::column(std::string_view name) const {
  std::vector<double> column;
  for (std::size_t i = column_index(columns, name); i < values.size(); i += columns.size()) {
    column.push_back(values[i]);
  }
  return column;
}

const std::string& version() { return build_info().version; }
std::string schema() { return configuration_schema(all_formulations()); }

}  // namespace beltdyn::api
