// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/text_file.hpp"
#include "core/config/json_document.hpp"
#include "core/run/manifest.hpp"
#include "core/run/step_clock.hpp"

namespace beltdyn {
namespace {

// Thrown where a value has a type that write_manifest() does not write.
struct Unfit {};

void require(bool condition) {
  if (!condition) throw Unfit();
}

// Reads the members of a JSON object and checks their types. Missing members have the value of an empty object.
class Members {
 public:
  explicit Members(const Json& object) : object_(object) { require(object.is_object()); }

  std::string text(const char* key) const {
    const Json* value = find(key);
    require(value == nullptr || value->is_string());
    return value == nullptr ? std::string() : value->get<std::string>();
  }
  // NaN for null: numbers that are not finite are written as null.
  double number(const char* key) const {
    const Json* value = find(key);
    if (value == nullptr) return 0.0;
    require(value->is_number() || value->is_null());
    return value->is_null() ? std::nan("") : value->get<double>();
  }
  std::int64_t count(const char* key) const {
    const Json* value = find(key);
    if (value == nullptr) return 0;
    require(value->is_integer() && value->get<double>() >= 0.0 && value->get<std::int64_t>() >= 0);
    return value->get<std::int64_t>();
  }
  std::optional<bool> flag(const char* key) const {
    const Json* value = find(key);
    if (value == nullptr) return std::nullopt;
    require(value->is_boolean());
    return value->get<bool>();
  }
  std::vector<std::string> texts(const char* key) const {
    std::vector<std::string> list;
    for (const Json& item : array(key)) {
      require(item.is_string());
      list.push_back(item.get<std::string>());
    }
    return list;
  }
  const Json& array(const char* key) const {
    static const Json kNone = Json::array();
    const Json* value = find(key);
    require(value == nullptr || value->is_array());
    return value == nullptr ? kNone : *value;
  }
  const Json& object(const char* key) const {
    static const Json kNone = Json::object();
    const Json* value = find(key);
    require(value == nullptr || value->is_object() || value->is_null());
    return value == nullptr || value->is_null() ? kNone : *value;
  }

 private:
  const Json* find(const char* key) const { return object_.find(key); }

  const Json& object_;
};

std::vector<RecordedBalance> balances_of(const Json& list) {
  std::vector<RecordedBalance> balances;
  for (const Json& item : list) {
    const Members members(item);
    require(item.contains("column") && item.contains("largest") && item.contains("time [s]"));
    balances.push_back({.column = members.text("column"),
                        .law = members.text("law"),
                        .largest = members.number("largest"),
                        .time = members.number("time [s]"),
                        .for_verdict = members.number(item.contains("for_verdict") ? "for_verdict" : "largest"),
                        .tolerance = members.number("tolerance"),
                        .is_open = members.flag("open").value_or(false)});
  }
  return balances;
}

SolverStatistics statistics_of(const Json& object) {
  const Members members(object);
  SolverStatistics statistics;
  for (const NamedCount& named : kSolverCounts) statistics.*named.count = members.count(named.name);
  return statistics;
}

ManifestRecord record_of(const Json& json) {
  const Members members(json);
  constexpr std::array kStatuses{RunStatus::running, RunStatus::complete, RunStatus::failed, RunStatus::interrupted};
  ManifestRecord record{.status = members.text("status"),
                        .verdict = members.text("verdict"),
                        .is_clean = members.flag("clean"),
                        .message = members.text("message"),
                        .remarks = members.texts("remarks"),
                        .run = members.text("run"),
                        .formulation = members.text("formulation"),
                        .model = members.text("model"),
                        .git_hash = Members(members.object("program")).text("git_hash"),
                        .warnings = Members(members.object("preflight")).texts("warnings"),
                        .statistics = statistics_of(members.object("statistics")),
                        .balances = balances_of(members.array("balances")),
                        .wall_time = members.number("wall_time [s]"),
                        .cpu_time = members.number("cpu_time [s]"),
                        .configuration = members.object("configuration").dump(2)};
  require(std::ranges::any_of(kStatuses, [&](RunStatus status) { return to_string(status) == record.status; }));
  require(!members.object("configuration").empty());
  return record;
}

template <class Read>
ManifestRecord record_from(const std::filesystem::path& file, const Read& read) {
  try {
    const config::JsonDocument document = read();
    require(document.duplicates().empty());
    return record_of(document.root());
  } catch (const ConfigError&) {
    refuse_manifest(file);
  } catch (const Unfit&) {
    refuse_manifest(file);
  }
}

}  // namespace

bool ManifestRecord::is_complete() const { return status == to_string(RunStatus::complete); }
bool ManifestRecord::has_failed() const { return status == to_string(RunStatus::failed); }

ManifestRecord read_manifest(const std::filesystem::path& file) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(file, none)) refuse_manifest(file);
  return record_from(file, [&file] { return config::JsonDocument::load(file); });
}

ManifestRecord parse_manifest(const std::filesystem::path& file, std::string_view text) {
  return record_from(file, [&] { return config::JsonDocument::parse(file.string(), text); });
}

void refuse_manifest(const std::filesystem::path& file) {
  throw IoError(file.string() + ": is not a BeltDyn manifest; run the configuration again");
}

}  // namespace beltdyn
