// SPDX-License-Identifier: MIT
#include "core/settings/study_members.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/base/json.hpp"
#include "core/config/nearest.hpp"
#include "core/config/number_field.hpp"
#include "core/drive/any_drive.hpp"

namespace beltdyn {
namespace {

using Pointer = JsonPointer;

constexpr std::string_view kContact = "/drive/contact/";

// Json::contains throws if a token is not an index of a list.
bool contains(const Json& root, const Pointer& pointer) {
  try {
    (void)root.at(pointer);
    return true;
  } catch (const JsonError&) {
    return false;
  }
}

// Carries out expand_study(): checks the study and makes its members.
class Expansion {
 public:
  Expansion(Configuration& configuration, const config::JsonDocument& document, const PlainReader& read_plain,
            std::vector<Problem>& problems)
      : configuration_(configuration),
        study_(*configuration.study),
        document_(document),
        read_plain_(read_plain),
        problems_(problems) {}

  void carry_out() {
    if (!check_parameter()) return;
    const std::size_t before = problems_.size();
    std::vector<Configuration> varied;
    for (std::size_t k = 0; k < study_.values.size(); ++k) {
      if (std::optional<Configuration> member = member_configuration(k)) varied.push_back(std::move(*member));
    }
    if (problems_.size() > before) return;
    configuration_.study->has_orders = is_discretisation() || is_limit();
    if (!study_.has_orders) check_comparison();
    put_members(varied);
    check_names();
    check_reference();
  }

 private:
  void report(const std::string& key, std::string value, std::string message) {
    const std::string pointer = "/study/" + key;
    problems_.push_back({.pointer = pointer,
                         .line = document_.line(pointer),
                         .value = std::move(value),
                         .message = std::move(message)});
  }
  void report_parameter(std::string message) { report("parameter", Json(study_.parameter).dump(), std::move(message)); }
  std::string shown(std::size_t k) const { return fmt::format("{}", study_.values[k]); }

  // Is the parameter a number that a study can vary?
  bool check_parameter() {
    const Json& root = document_.root();
    std::optional<Pointer> pointer;
    try {
      pointer.emplace(study_.parameter);
    } catch (const JsonError&) {
    }
    if (!pointer || pointer->empty()) {
      report_parameter("is not a JSON pointer; use one such as /runs/0/elements");
    } else if (!contains(root, *pointer) && !is_left_out(root, *pointer)) {
      report_parameter("does not exist in this file; " +
                       (study_.similar.empty() ? std::string("check the path (list entries are counted from 0)")
                                               : fmt::format("did you mean {}?", study_.similar)));
    } else if (contains(root, *pointer) && !points_to_number(root.at(*pointer))) {
      report_parameter("does not point to a number; give the pointer of the number to vary");
    } else if (!study_.parameter.starts_with("/runs/") && !varies_contact()) {
      report_parameter(
          "is shared by all runs of a result folder; vary an option of a run, e.g. /runs/0/time_step, or the contact "
          "of a belt drive, and use a sweep for anything else");
    } else {
      return true;
    }
    return false;
  }
  // A quantity with a unit is also a number.
  bool points_to_number(const Json& value) const {
    return value.is_number() || (value.is_string() && study_.field && study_.field->takes_quantity);
  }
  // All parameters of a drive are physical; a field of run options knows by its role whether it is a discretisation.
  bool is_discretisation() const {
    return study_.parameter.starts_with("/runs/") && study_.field && study_.field->role == config::Role::discretisation;
  }
  // A physical parameter may tend to a limit that another run represents, as soft contact tends to rigid contact. The
  // file then gives this run and the theoretical order.
  bool is_limit() const { return !study_.reference.empty() && study_.expected_order > 0.0; }
  void check_comparison() {
    const std::string name = study_.parameter_name();
    if (study_.expected_order > 0.0) {
      report("expected_order", fmt::format("{}", study_.expected_order),
             fmt::format("{} is not a discretisation parameter, so results have no order of convergence over it; omit "
                         "this key, or give as reference the run of the limit that results tend to",
                         name));
    } else if (!study_.reference.empty()) {
      report("reference", Json(study_.reference).dump(),
             fmt::format("{} is not a discretisation parameter, so differences between results are not errors; omit "
                         "this key, or give as expected_order the order at which results tend to this run",
                         name));
    }
  }
  bool varies_contact() const {
    return study_.parameter.starts_with(kContact) && drive_if<BeltDrive>(configuration_.drive) != nullptr;
  }
  // Is it a number of an object of the file that is optional and not given?
  bool is_left_out(const Json& root, const Pointer& pointer) const {
    const Pointer parent = pointer.parent_pointer();
    return study_.field && contains(root, parent) && root.at(parent).is_object();
  }

  // The configuration with value k. Its errors are reported at this value.
  std::optional<Configuration> member_configuration(std::size_t k) {
    config::JsonDocument document = config::JsonDocument::parse(document_.file(), document_.root().dump());
    keep_chosen_counts(configuration_, study_.parameter, document);
    document.set(fmt::format("{}={}", study_.parameter, study_.values[k]));
    try {
      return read_plain_(document);
    } catch (const ConfigError& error) {
      for (const Problem& problem : error.problems()) {
        const std::string place = problem.pointer == study_.parameter ? std::string() : problem.pointer + ": ";
        report(fmt::format("values/{}", k), shown(k), place + problem.message);
      }
      return std::nullopt;
    }
  }

  void put_members(std::vector<Configuration>& varied) {
    configuration_.declared_runs = std::move(configuration_.runs);
    configuration_.runs.clear();
    for (std::size_t i = 0; i < configuration_.declared_runs.size(); ++i) {
      const RunConfig& declared = configuration_.declared_runs[i];
      const bool is_varied = varies_contact() || study_.parameter.starts_with(fmt::format("/runs/{}/", i));
      if (!is_varied) {
        configuration_.runs.push_back({.name = declared.name,
                                       .formulation = declared.formulation,
                                       .options = declared.options->clone(),
                                       .errors = declared.errors});
        continue;
      }
      for (std::size_t k = 0; k < varied.size(); ++k) {
        RunConfig member = std::move(varied[k].runs[i]);
        member.member_of = declared.name;
        member.study_value = study_.values[k];
        member.name = member_name(declared.name, study_.values[k]);
        if (varies_contact()) member.own_drive = varied[k].drive;
        configuration_.runs.push_back(std::move(member));
      }
    }
  }

  void check_names() {
    for (const RunConfig& run : configuration_.runs) {
      if (run.member_of.empty()) continue;
      const auto k = static_cast<std::size_t>(std::find(study_.values.begin(), study_.values.end(), run.study_value) -
                                              study_.values.begin());
      const auto same = std::count_if(configuration_.runs.begin(), configuration_.runs.end(),
                                      [&run](const RunConfig& other) { return other.name == run.name; });
      if (same > 1) {
        report(fmt::format("values/{}", k), shown(k),
               fmt::format("creates a run named {}, but another run has this name; rename that run", run.name));
      } else if (run.name.size() > kLongestRunName) {
        report(fmt::format("values/{}", k), shown(k),
               fmt::format("creates a run whose name is longer than {} characters; shorten the name of {}",
                           kLongestRunName, run.member_of));
      }
    }
  }

  // The reference may be a run or a member. If the study varies all runs, it may also be a run as given in the file.
  void check_reference() {
    if (study_.reference.empty()) return;
    std::vector<std::string> known;
    for (const RunConfig& run : configuration_.runs) known.push_back(run.name);
    for (const RunConfig& run : configuration_.declared_runs) {
      if (varies_contact() && configuration_.declared_runs.size() > 1) known.push_back(run.name);
    }
    if (std::find(known.begin(), known.end(), study_.reference) != known.end()) return;
    const bool is_varied = std::any_of(configuration_.runs.begin(), configuration_.runs.end(),
                                       [this](const RunConfig& run) { return run.member_of == study_.reference; });
    report("reference", Json(study_.reference).dump(),
           is_varied ? fmt::format("is the run varied by the study; name another run or one of its members, e.g. {}",
                                   member_name(study_.reference, study_.values.back()))
                     : "there is no such run; " +
                           config::did_you_mean(study_.reference, known, "name one of the runs, or omit this key"));
  }

  Configuration& configuration_;
  const Study& study_;
  const config::JsonDocument& document_;
  const PlainReader& read_plain_;
  std::vector<Problem>& problems_;
};

}  // namespace

void keep_chosen_counts(const Configuration& base, const std::string& parameter, config::JsonDocument& document) {
  for (std::size_t i = 0; i < base.runs.size(); ++i) {
    const std::string run = fmt::format("/runs/{}", i);
    const std::vector<config::ChosenCount> counts =
        config::chosen_counts([options = base.runs[i].options.get()](config::FieldVisitor& v) { options->visit(v); });
    const auto pointer = [&run](const config::ChosenCount& count) { return append_pointer(run, count.key); };
    const auto is_varied = [&](const config::ChosenCount& count) { return pointer(count) == parameter; };
    if (std::ranges::none_of(counts, is_varied) || contains(document.root(), Pointer(parameter))) continue;
    for (const config::ChosenCount& count : counts) {
      if (is_varied(count) || contains(document.root(), Pointer(pointer(count)))) continue;
      document.set(fmt::format("{}={}", pointer(count), count.value));
    }
  }
}

void expand_study(Configuration& configuration, const config::JsonDocument& document, const PlainReader& read_plain,
                  std::vector<Problem>& problems) {
  Expansion(configuration, document, read_plain, problems).carry_out();
}

}  // namespace beltdyn
