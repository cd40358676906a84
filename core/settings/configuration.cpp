// SPDX-License-Identifier: MIT
#include "core/settings/configuration.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include <fmt/format.h>

#include "core/config/number_field.hpp"
#include "core/config/reader.hpp"
#include "core/config/writers.hpp"
#include "core/drive/drive.hpp"
#include "core/drive/pulley/pulley_list.hpp"
#include "core/settings/mistakes_over_time.hpp"
#include "core/settings/study_members.hpp"
#include "core/settings/variant_members.hpp"

namespace beltdyn {
namespace {

using config::FieldVisitor;
using config::Presence;

constexpr std::array<std::string_view, 1> kFormats{"beltdyn/1"};
constexpr double kMostSteps = 1e12;  // some years of computing time
constexpr std::size_t kMostVariants = 100;
constexpr double kShortestInterval = 1e-9;  // between outputs, relative to end_time [-]
// Names of files and folders that are written into the folder with the runs' folders.
constexpr std::array<std::string_view, 12> kReservedRunNames{
    "figures",         "comparison.json", "comparison.csv", "report", "report.html", "convergence.json",
    "convergence.csv", "study.json",      "study.csv",      "sweep",  "identify",    "manifest.json"};

bool is_reserved(std::string_view name) {
  constexpr std::string_view kPart = ".part";  // suffix of a file while it is being written
  if (name.ends_with(kPart)) name.remove_suffix(kPart.size());
  return std::find(kReservedRunNames.begin(), kReservedRunNames.end(), name) != kReservedRunNames.end();
}

void visit_drive(FieldVisitor& visitor, Drive& drive) {
  const std::array<config::Alternative, kDriveTypeNames.size()> types{{
      {kDriveTypeNames[0], "the idealised drive of [Oborin 2018]: a belt on a fixed contour around two pulleys",
       [&drive](FieldVisitor& v) { config::hold<ContourDrive>(drive).visit(v); }},
      {kDriveTypeNames[1], "a belt around any number of pulleys in the plane",
       [&drive](FieldVisitor& v) { config::hold<BeltDrive>(drive).visit(v); }},
      {kDriveTypeNames[2], "a test rig for friction laws: one contact, moved or pulled over a surface",
       [&drive](FieldVisitor& v) { config::hold<FrictionRigDrive>(drive).visit(v); }},
      {kDriveTypeNames[3], "a beam between two supports, pressed by a circle, [Ntarladima 2023] Section 3",
       [&drive](FieldVisitor& v) { config::hold<SupportedBeamDrive>(drive).visit(v); }},
      {kDriveTypeNames[4], "a rope pulled over a rigid surface until it slides, [Konyukhov 2021]",
       [&drive](FieldVisitor& v) { config::hold<RopeOnSurface>(drive).visit(v); }},
      {kDriveTypeNames[5], "a rope with two ends over any number of pulleys in the plane: lifts, hoists, winches",
       [&drive](FieldVisitor& v) { config::hold<RopeDrive>(drive).visit(v); }},
  }};
  visit_tagged(visitor, {"type", "-", "the type of drive"}, types, drive);
}

void visit_run(FieldVisitor& visitor, RunConfig& run, const Formulations& formulations) {
  visitor.name({"name", "-", "the name of the run and of its result folder"}, run.name);
  visitor.check(
      "name", [&run] { return !is_reserved(run.name); }, "is reserved for a result file; choose another name");
  visitor.flag({"errors", "-",
                "whether beltdyn run and compare estimate the numerical error of each result by coarser runs, as with "
                "--errors"},
               run.errors, Presence::optional);
  std::vector<config::Alternative> alternatives;
  for (std::size_t i = 0; i < formulations.size(); ++i) {
    alternatives.push_back({formulations[i].name, formulations[i].meaning, [&run, &formulations, i](FieldVisitor& v) {
                              if (!run.options || run.formulation != static_cast<int>(i)) {
                                run.formulation = static_cast<int>(i);
                                run.options = formulations[i].make_options();
                              }
                              run.options->visit(v);
                            }});
  }
  int index = run.formulation;
  visitor.tagged({"formulation", "-", "the formulation of the run"}, alternatives, index);
}

std::string quoted(const std::string& text) { return '"' + text + '"'; }

void check_drive(const Configuration& configuration, const config::JsonDocument& document,
                 std::vector<Problem>& problems) {
  for (const DriveMistake& mistake : mistakes_over_time(*configuration.drive, configuration.end_time)) {
    const std::string pointer = "/drive" + mistake.pointer;
    problems.push_back({.pointer = pointer, .line = document.line(pointer), .value = {}, .message = mistake.message});
  }
}

// Checks the runs against each other and each run against the drive.
void check_runs(const Configuration& configuration, const Formulations& formulations,
                const config::JsonDocument& document, std::vector<Problem>& problems) {
  for (std::size_t i = 0; i < configuration.runs.size(); ++i) {
    const RunConfig& run = configuration.runs[i];
    const std::string pointer = "/runs/" + std::to_string(i);
    if (configuration.find_run(run.name) != &run) {
      problems.push_back({.pointer = pointer + "/name",
                          .line = document.line(pointer + "/name"),
                          .value = quoted(run.name),
                          .message = "another run has this name; give each run a unique name"});
    }
    if (configuration.end_time / run.options->time_step() > kMostSteps) {
      problems.push_back(
          {.pointer = pointer + "/time_step",
           .line = document.line(pointer + "/time_step"),
           .value = fmt::format("{}", run.options->time_step()),
           .message = fmt::format("requires more than {:g} steps until end_time; use a longer step", kMostSteps)});
    }
    for (std::string& objection : run.options->objections(*configuration.drive)) {
      problems.push_back({.pointer = pointer + "/formulation",
                          .line = document.line(pointer + "/formulation"),
                          .value = quoted(formulations[static_cast<std::size_t>(run.formulation)].name),
                          .message = std::move(objection)});
    }
  }
}

// Finds the number at a JSON pointer. Study, sweep and identification are read last, because their values have the unit
// of a number in the drive or in a run.
Study::FieldAt fields_of(Configuration& configuration, const Formulations& formulations) {
  const auto visit = [&](FieldVisitor& inner) { configuration.visit(inner, formulations); };
  const auto can_vary = [](const std::string& pointer) {
    return pointer.starts_with("/drive/") || pointer.starts_with("/runs/");
  };
  return {.find = [visit, can_vary](const std::string& pointer) -> std::optional<config::NumberField> {
            return can_vary(pointer) ? config::number_field_at(visit, pointer) : std::nullopt;
          },
          .near =
              [visit, can_vary](const std::string& pointer) {
                return can_vary(pointer) ? config::number_near(visit, pointer) : std::string();
              }};
}

void visit_variants(FieldVisitor& visitor, Configuration& configuration) {
  config::visit_list(visitor,
                     {"variants", "-",
                      "drives to compare by name: the one of this file with other values, each in "
                      "every run"},
                     configuration.variants, {.high = kMostVariants}, Presence::optional);
  visitor.check(
      "variants", [&] { return configuration.variants.size() != 1; },
      "has one entry, which there is nothing to compare with; add another one (without \"set\" it is the drive "
      "as given)");
}

// Checks that variants are not combined with a study, a sweep or an identification, as each of these replaces values of
// the runs.
void check_variants_alone(FieldVisitor& visitor, const Configuration& configuration) {
  visitor.check(
      "variants",
      [&] {
        return configuration.variants.empty() ||
               !(configuration.study || configuration.sweep || configuration.identify);
      },
      "cannot be combined with a study, a sweep or an identification; use a separate configuration for each");
}

void visit_study(FieldVisitor& visitor, Configuration& configuration, const Formulations& formulations) {
  const Study::FieldAt field_at = fields_of(configuration, formulations);
  std::optional<Study>& study = configuration.study;
  bool present = study.has_value();
  visitor.optional_object(
      {"study", "-",
       "a parameter to vary: of the discretisation, for a convergence study; of the contact, to compare results"},
      present, [&](FieldVisitor& inner) {
        if (!study) study.emplace();
        study->visit(inner, field_at);
      });
}

void visit_sweep(FieldVisitor& visitor, Configuration& configuration, const Formulations& formulations) {
  const Study::FieldAt field_at = fields_of(configuration, formulations);
  std::optional<Sweep>& sweep = configuration.sweep;
  bool present = sweep.has_value();
  visitor.optional_object(
      {"sweep", "-", "the parameters varied by beltdyn sweep, and the quantities kept for each member"}, present,
      [&](FieldVisitor& inner) {
        if (!sweep) sweep.emplace();
        sweep->visit(inner, field_at);
      });
  visitor.check(
      "sweep", [&] { return !sweep || !configuration.study; },
      "cannot be combined with a study; use a separate configuration for each");
  visitor.check(
      "sweep/run", [&] { return !sweep || configuration.swept_run() < configuration.runs.size(); },
      [&] {
        return std::string(sweep->run.empty()
                               ? "is missing, but there are several runs; name the run to vary"
                               : "is not the name of a run in this file; give the name of one of the runs");
      });
  visitor.check(
      "sweep/quantities",
      [&] {
        return !sweep || std::ranges::all_of(sweep->quantities, [&configuration](const SweepQuantity& quantity) {
          return quantity.time <= configuration.end_time;
        });
      },
      "one of the times lies beyond end_time; give a time within the run");
  visitor.check(
      "sweep/parameters",
      [&] {
        const std::string own = fmt::format("/runs/{}/", sweep ? configuration.swept_run() : 0);
        return !sweep || std::ranges::all_of(sweep->parameters, [&own](const SweepParameter& p) {
          return p.pointer.starts_with("/drive/") || p.pointer.starts_with(own);
        });
      },
      "one parameter belongs to a run that is not varied; point to the drive or to the run of the sweep");
}

std::vector<std::string> names_of(const std::vector<RunConfig>& runs) {
  std::vector<std::string> names;
  for (const RunConfig& run : runs) names.push_back(run.name);
  return names;
}

void visit_identification(FieldVisitor& visitor, Configuration& configuration, const Formulations& formulations) {
  const IdentificationPlace place{.field_at = fields_of(configuration, formulations),
                                  .end_time = configuration.end_time,
                                  .runs = names_of(configuration.runs)};
  std::optional<Identification>& fit = configuration.identify;
  bool present = fit.has_value();
  visitor.optional_object({"identify", "-", "the parameters fitted to measured data by beltdyn identify"}, present,
                          [&](FieldVisitor& inner) {
                            if (!fit) fit.emplace();
                            fit->visit(inner, place);
                          });
  visitor.check(
      "identify", [&] { return !fit || !configuration.study; },
      "cannot be combined with a study; use a separate configuration for each");
}

}  // namespace

namespace {

// Finds the pulley that `order_tracking` names.
void check_tracked_pulley(FieldVisitor& v, const Drive& drive, std::optional<OrderTracking>& tracking) {
  const auto* belt = std::get_if<BeltDrive>(&drive);
  const auto* rope = std::get_if<RopeDrive>(&drive);
  if (!tracking || tracking->pulley_name.empty() || (belt == nullptr && rope == nullptr)) return;
  const std::vector<Pulley>& pulleys = belt != nullptr ? belt->pulleys : rope->pulleys;
  tracking->pulley = pulley_number(pulleys, tracking->pulley_name);
  check_pulley(v, "output/order_tracking/pulley", pulleys, tracking->pulley, tracking->pulley_name);
}

}  // namespace

void Configuration::visit(FieldVisitor& v, const Formulations& formulations) {
  int format = 0;
  v.choice({"format", "-", "the format of the configuration"}, format, kFormats);
  v.name({"name", "-", "the name of the configuration and of its result folder"}, name);
  v.object({"drive", "-", "the drive"}, [this](FieldVisitor& inner) { visit_drive(inner, drive); });
  v.number({"end_time", "s", "the end time of the runs"}, end_time, config::kPositive);
  visit_object(v, {"output", "-", "the output of the runs"}, output, Presence::optional);
  const auto fits = [this](double interval) { return interval == 0.0 || interval >= kShortestInterval * end_time; };
  v.check(
      "output", [this, fits] { return fits(output.history_interval) && fits(output.profile_interval); },
      [] {
        return fmt::format("an interval is shorter than {:g} times end_time; give 0 or a longer one",
                           kShortestInterval);
      });
  v.check(
      "output", [this] { return output.summary_from <= end_time; },
      [this] {
        return fmt::format("summary_from is {:g} s, beyond end_time, {:g} s, so no rows remain; give an earlier time",
                           output.summary_from, end_time);
      });
  v.check(
      "output", [this] { return output.profile_times.empty() || output.profile_times.back() <= end_time; },
      [this] {
        return fmt::format("profile_times has {:g} s, beyond end_time, {:g} s; give times within the runs",
                           output.profile_times.back(), end_time);
      });
  v.check(
      "output", [this] { return !std::holds_alternative<FrictionRigDrive>(*drive) || !output.requests_profiles(); },
      "a friction rig has no belt and writes no profiles; omit profile_interval, profile_times and "
      "profile_points");
  check_tracked_pulley(v, *drive, output.order_tracking);
  std::vector<RunConfig>& listed = declared_runs.empty() ? runs : declared_runs;
  v.list({"runs", "-", "the runs of the drive"},
         {.size = [&listed] { return listed.size(); },
          .resize = [&listed](std::size_t n) { listed.resize(n); },
          .visit = [&listed, &formulations](FieldVisitor& inner,
                                            std::size_t i) { visit_run(inner, listed[i], formulations); }},
         {.low = 1});
  visit_variants(v, *this);
  visit_study(v, *this, formulations);
  visit_sweep(v, *this, formulations);
  visit_identification(v, *this, formulations);
  check_variants_alone(v, *this);
}

std::size_t Configuration::swept_run() const {
  if (sweep->run.empty()) return runs.size() == 1 ? 0 : runs.size();
  return static_cast<std::size_t>(std::ranges::find(runs, sweep->run, &RunConfig::name) - runs.begin());
}

std::size_t Configuration::run_of(const MeasuredSeries& series) const {
  return identify->run_of(series, names_of(runs));
}

const RunConfig* Configuration::find_run(const std::string& run_name) const {
  const auto found =
      std::find_if(runs.begin(), runs.end(), [&run_name](const RunConfig& run) { return run.name == run_name; });
  return found == runs.end() ? nullptr : &*found;
}

namespace {

Configuration read_plain(const config::JsonDocument& document, const Formulations& formulations) {
  Configuration configuration;
  config::Reader reader(document);
  reader.read([&](FieldVisitor& v) {
    std::string schema;
    v.text({"$schema", "-", "the URL of the JSON Schema, for editors"}, schema, Presence::optional);
    configuration.visit(v, formulations);
  });
  configuration.notices = reader.notices();
  std::vector<Problem> problems;
  check_drive(configuration, document, problems);
  // Errors of the drive are not repeated for each run.
  if (problems.empty()) {
    for (RunConfig& run : configuration.runs) {
      run.options->choose_left_out(*configuration.drive, configuration.end_time, configuration.output.history_interval);
    }
    check_runs(configuration, formulations, document, problems);
  }
  if (!problems.empty()) throw ConfigError(document.file(), problems);
  return configuration;
}

}  // namespace

Configuration read_configuration(const config::JsonDocument& document, const Formulations& formulations) {
  Configuration configuration = read_plain(document, formulations);
  const PlainReader plain = [&formulations](const config::JsonDocument& varied) {
    return read_plain(varied, formulations);
  };
  std::vector<Problem> problems;
  if (configuration.study) expand_study(configuration, document, plain, problems);
  if (!configuration.variants.empty()) {
    const ResolvedText resolved_text = [&formulations](const Configuration& varied) {
      return resolved_configuration(varied, formulations);
    };
    expand_variants(configuration, document, plain, resolved_text, problems);
  }
  if (!problems.empty()) throw ConfigError(document.file(), problems);
  return configuration;
}

std::string resolved_configuration(const Configuration& configuration, const Formulations& formulations) {
  // visit() serves reading and writing and is therefore not const. The writer changes nothing.
  auto& members = const_cast<Configuration&>(configuration);
  return config::resolved_json([&](FieldVisitor& v) { members.visit(v, formulations); });
}

std::string configuration_schema(const Formulations& formulations) {
  Configuration configuration;
  return config::schema_json("BeltDyn configuration", [&](FieldVisitor& v) {
    std::string schema;
    v.text({"$schema", "-", "the URL of the JSON Schema, for editors"}, schema, Presence::optional);
    configuration.visit(v, formulations);
  });
}

}  // namespace beltdyn
