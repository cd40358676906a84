// SPDX-License-Identifier: MIT
#include "verification/file_case.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/config/json_document.hpp"
#include "core/settings/configuration.hpp"
#include "formulations/all_formulations.hpp"
#include "verification/belt_support.hpp"

namespace beltdyn::verification {
namespace {

constexpr std::array<std::string_view, 5> kKeys{"claim", "source", "slow", "configuration", "checks"};
constexpr std::array<std::string_view, 8> kCheckKeys{"run",       "column",   "time",     "reference",
                                                     "tolerance", "relative", "headline", "reason"};

// A history value that a run must have at a time, with its tolerance.
struct Check {
  std::string run;
  std::string column;  // without the unit
  double time{};       // [s]
  double reference{};  // in the unit of the column
  double tolerance{};
  bool is_relative = true;
  bool is_headline = false;
  std::string reason;
};

// Reads the JSON text of a case and reports mistakes with file and place.
class CaseReader {
 public:
  CaseReader(std::string file, std::string_view text) : file_(std::move(file)) {
    try {
      root_ = Json::parse_with_comments(text);
    } catch (const JsonError& error) {
      refuse("", error.what());
    }
    check_keys("", root_, kKeys);
  }

  const Json& root() const { return root_; }

  std::string text(const std::string& place, const Json& object, std::string_view key) const {
    const Json* found = object.find(key);
    if (found == nullptr || !found->is_string() || found->text().empty()) {
      refuse(place, fmt::format("needs \"{}\", a text", key));
    }
    return found->text();
  }
  double number(const std::string& place, const Json& object, std::string_view key) const {
    const Json* found = object.find(key);
    if (found == nullptr || !found->is_number()) refuse(place, fmt::format("needs \"{}\", a number", key));
    return found->get<double>();
  }
  bool flag(const std::string& place, const Json& object, std::string_view key, bool otherwise) const {
    const Json* found = object.find(key);
    if (found != nullptr && !found->is_boolean()) refuse(place, fmt::format("\"{}\" is true or false", key));
    return found == nullptr ? otherwise : found->get<bool>();
  }

  std::vector<Check> checks() const {
    const Json* list = root_.find("checks");
    if (list == nullptr || !list->is_array() || list->empty()) refuse("", "needs \"checks\", a list of values");
    std::vector<Check> checks;
    for (const Json& item : *list) {
      const std::string place = fmt::format("checks/{}: ", checks.size());
      check_keys(place, item, kCheckKeys);
      checks.push_back({.run = text(place, item, "run"),
                        .column = text(place, item, "column"),
                        .time = number(place, item, "time"),
                        .reference = number(place, item, "reference"),
                        .tolerance = number(place, item, "tolerance"),
                        .is_relative = flag(place, item, "relative", true),
                        .is_headline = flag(place, item, "headline", false),
                        .reason = text(place, item, "reason")});
    }
    return checks;
  }

  [[noreturn]] void refuse(const std::string& place, const std::string& why) const {
    throw UsageError(fmt::format("{}: {}{}; see docs/howto/new_verification_case.md", file_, place, why));
  }

 private:
  void check_keys(const std::string& place, const Json& object, std::span<const std::string_view> keys) const {
    if (!object.is_object()) refuse(place, "is no object");
    for (const auto& [key, value] : object.items()) {
      if (std::ranges::find(keys, key) != keys.end()) continue;
      refuse(place, fmt::format("unknown key \"{}\"; the keys are {}", key, fmt::join(keys, ", ")));
    }
  }

  std::string file_;
  Json root_;
};

// Executes a run and records its checks in the order of their times.
void check_run(Record& record, const Configuration& configuration, const RunConfig& run, std::vector<Check> checks) {
  std::ranges::sort(checks, {}, &Check::time);
  const std::unique_ptr<Simulation> simulation =
      run.options->create(configuration.drive_of(run), configuration.end_time);
  const History history = simulation->history();
  for (const Check& check : checks) {
    advance_to(*simulation, check.time);
    const double measured = history.value(check.column);
    const std::string quantity = fmt::format("{} of {} at {:.6g} s", check.column, run.name, check.time);
    const Record::Rank rank = check.is_headline ? Record::Rank::headline : Record::Rank::detail;
    if (check.is_relative) {
      record.relative(quantity, measured, check.reference, check.tolerance, rank, check.reason);
    } else {
      record.absolute(quantity, measured, check.reference, check.tolerance, rank, check.reason);
    }
  }
}

}  // namespace

VerificationCase file_case(const std::string& file, std::string_view text) {
  const CaseReader reader(file, text);
  const Json& root = reader.root();
  const Json* own = root.find("configuration");
  if (own == nullptr || !own->is_object()) reader.refuse("", "needs \"configuration\", that of `beltdyn run`");
  const std::vector<Check> checks = reader.checks();
  const auto run = [file, checks, configuration = own->dump()](Record& record) {
    const Configuration read = read_configuration(config::JsonDocument::parse(file, configuration), all_formulations());
    for (const RunConfig& config : read.runs) {
      std::vector<Check> of_run;
      std::ranges::copy_if(checks, std::back_inserter(of_run), [&](const Check& c) { return c.run == config.name; });
      if (!of_run.empty()) check_run(record, read, config, std::move(of_run));
    }
    for (const Check& check : checks) {
      if (read.find_run(check.run) == nullptr) throw UsageError(fmt::format("{}: there is no run {}", file, check.run));
    }
  };
  return {.id = "files/" + file.substr(0, file.rfind(".json")),
          .claim = reader.text("", root, "claim"),
          .reference = reader.text("", root, "source"),
          .slow = reader.flag("", root, "slow", false),
          .run = run};
}

}  // namespace beltdyn::verification
