// SPDX-License-Identifier: MIT
#include "verification/keys/key_matrix.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/text_file.hpp"
#include "core/config/writers.hpp"
#include "core/drive/drive.hpp"
#include "core/settings/configuration.hpp"
#include "formulations/all_formulations.hpp"
#include "verification/belt_support.hpp"
#include "verification/embedded.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

constexpr int kLooks = 25;  // samples in a window
constexpr const char* kPath = "path";
constexpr const char* kClosedForm = "closed_form";

// Collects the keys below an object of a schema.
void collect(const Json& schema, const std::string& place, std::set<std::string>& keys) {
  // Only lists of objects are entered; a list of numbers is a key itself. The type cannot tell them apart, because
  // numbers have two types.
  const bool is_list = schema.contains("items");
  if (is_list && (schema.at("items").contains("properties") || schema.at("items").contains("oneOf"))) {
    collect(schema.at("items"), place, keys);
  } else if (schema.contains("oneOf")) {
    for (const Json& form : schema.at("oneOf")) {
      // An alternative without properties is a number that may replace the object.
      if (!form.contains("properties")) continue;
      std::string tag;
      for (const auto& [key, value] : form.at("properties").items()) {
        if (value.contains("const")) tag = value.at("const").get<std::string>();
      }
      collect(form, fmt::format("{}({})", place, tag), keys);
    }
  } else if (schema.contains("properties")) {
    if (schema.at("properties").empty()) keys.insert(place);
    for (const auto& [key, value] : schema.at("properties").items()) {
      if (value.contains("const")) {
        if (schema.at("properties").size() == 1) keys.insert(place);
        continue;
      }
      collect(value, place.empty() ? key : place + "/" + key, keys);
    }
  } else {
    keys.insert(place);
  }
}

// The key as a formulation reports it, without types: "contact/friction/stiffness" for
// "contact/friction(dahl)/stiffness".
std::string plain(const std::string& key) {
  std::string text;
  int depth = 0;
  for (const char c : key) {
    if (c == '(') ++depth;
    if (depth == 0) text += c;
    if (c == ')') --depth;
  }
  return text;
}

// Whether the key occurs in the part of a message that lists neglected keys.
bool names(const std::string& sentence, const std::string& key) {
  const std::size_t list = sentence.find("neglected");
  if (list == std::string::npos) return false;
  for (std::size_t at = sentence.find(key, list); at != std::string::npos; at = sentence.find(key, at + 1)) {
    const std::size_t end = at + key.size();
    const char next = end < sentence.size() ? sentence[end] : ' ';
    if (std::isalnum(static_cast<unsigned char>(next)) == 0 && next != '_' && next != '/') return true;
  }
  return false;
}

Configuration read(const Json& json) {
  return read_configuration(config::JsonDocument::parse("keys.json", json.dump()), all_formulations());
}

std::unique_ptr<Simulation> simulation_of(const Configuration& configuration) {
  return configuration.runs.at(0).options->create(*configuration.drive, configuration.end_time);
}

// A cache of results by configuration text: many rows share the unedited drive. Safe for threads.
template <class Value>
class Known {
 public:
  template <class Compute>
  Value get(const std::string& key, const Compute& compute) {
    {
      const std::lock_guard lock(mutex_);
      const auto found = values_.find(key);
      if (found != values_.end()) return found->second;
    }
    Value value = compute();
    const std::lock_guard lock(mutex_);
    return values_.emplace(key, std::move(value)).first->second;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, Value> values_;
};

double mean_of(const Json& configuration, const std::string& column, double from, double to) {
  static Known<double> known;
  return known.get(fmt::format("{} {} {} {}", configuration.dump(), column, from, to), [&] {
    const std::unique_ptr<Simulation> simulation = simulation_of(read(configuration));
    const History history = simulation->history();
    double mean = 0.0;
    for (int i = 0; i < kLooks; ++i) {
      advance_to(*simulation, from + (to - from) * i / (kLooks - 1));
      mean += history.value(column) / kLooks;
    }
    return mean;
  });
}

// The messages of a formulation about a configuration before the run: warnings, or the error with which it refuses.
struct Reception {
  std::vector<std::string> warnings;
  std::optional<std::string> refusal;
};

Reception reception_of(const Json& configuration) {
  static Known<Reception> known;
  return known.get(configuration.dump(), [&]() -> Reception {
    try {
      const Configuration read_in = read(configuration);
      return {.warnings = simulation_of(read_in)->preflight(read_in.end_time), .refusal = {}};
    } catch (const ConfigError& error) {
      const Problem& problem = error.problems().front();
      if (!problem.pointer.starts_with("/runs")) throw;
      return {.warnings = {}, .refusal = problem.message};
    } catch (const SolverError& error) {
      // The steady motion with which the run would start does not exist.
      return {.warnings = {}, .refusal = error.what()};
    }
  });
}

}  // namespace

std::vector<std::string> belt_drive_keys() {
  BeltDrive drive;
  const Json schema =
      Json::parse(config::schema_json("belt_drive", [&drive](config::FieldVisitor& v) { drive.visit(v); }));
  std::set<std::string> keys;
  collect(schema, "", keys);
  return {keys.begin(), keys.end()};
}

bool covers(const std::string& row_key, const std::string& key) {
  if (!key.starts_with(row_key)) return false;
  return key.size() == row_key.size() || key[row_key.size()] == '/' || key[row_key.size()] == '(';
}

KeyMatrix::KeyMatrix(const std::string& text) : data_(Json::parse_with_comments(text)) {
  for (const Json& row : data_.at("rows")) {
    rows_.push_back({.key = row.at("key").text(),
                     .note = row.value("note", std::string()),
                     .also = row.value("also", std::vector<std::string>())});
  }
  for (const Json& column : data_.at("formulations")) columns_.push_back(column.at("name").text());
  folder_ = std::filesystem::temp_directory_path() / fmt::format("beltdyn_keys_{}", getpid());
  std::filesystem::create_directories(folder_);
  for (const auto& [name, content] : data_.at("files").items()) {
    write_text_file(folder_ / name, content.get<std::string>());
  }
}

KeyMatrix::~KeyMatrix() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

const KeyMatrix& KeyMatrix::of_belt_drive() {
  static const KeyMatrix matrix{std::string(embedded::belt_drive_keys("keys.json"))};
  return matrix;
}

std::string KeyMatrix::formulation(std::size_t column) const {
  return options(column).at("run").at("formulation").text();
}

bool KeyMatrix::is_slow(std::size_t column) const { return options(column).value("slow", false); }

std::size_t KeyMatrix::index_of(const std::string& column) const {
  const auto found = std::ranges::find(columns_, column);
  if (found == columns_.end()) throw std::logic_error("no formulation " + column);
  return static_cast<std::size_t>(found - columns_.begin());
}

const Json& KeyMatrix::entry(std::size_t row, const char* name) const {
  return data(row).contains(name) ? data(row).at(name) : data_.at(name);
}

Json KeyMatrix::drive(std::size_t row, std::size_t column, bool is_edited) const {
  Json drive = data_.at("drive");
  const auto apply = [this, &drive](const Json& edits, const auto& self) -> void {
    for (const Json& item : edits) {
      const auto edit = item.get<std::string>();
      if (!edit.starts_with('/')) {
        self(data_.at("sets").at(edit), self);
        continue;
      }
      const std::size_t equals = edit.find('=');
      Json value = Json::parse(edit.substr(equals + 1));
      if (value.is_object() && value.contains("file")) value["file"] = (folder_ / value.at("file").text()).string();
      drive[JsonPointer(edit.substr(0, equals))] = std::move(value);
    }
  };
  if (options(column).contains("with")) apply(options(column).at("with"), apply);
  if (data(row).contains("with")) apply(data(row).at("with"), apply);
  if (is_edited) apply(data(row).at("edit"), apply);
  return drive;
}

Json KeyMatrix::configuration(std::size_t row, std::size_t column, bool is_edited) const {
  Json run = options(column).at("run");
  const Json runs = data(row).value("runs", Json::object());
  if (runs.contains(columns_[column])) run.update(runs.at(columns_[column]));
  run["name"] = "run";
  return {{"format", "beltdyn/1"},
          {"name", "keys"},
          {"drive", drive(row, column, is_edited)},
          {"end_time", entry(row, "to")},
          {"runs", Json::array({run})}};
}

BeltDrive KeyMatrix::drive() const {
  return std::get<BeltDrive>(
      *read({{"format", "beltdyn/1"},
             {"name", "keys"},
             {"drive", data_.at("drive")},
             {"end_time", 1.0},
             {"runs", Json::array({{{"name", "run"}, {"formulation", "analytic_string"}, {"time_step", 1.0}}})}})
           .drive);
}

bool KeyMatrix::is_for(std::size_t row, std::size_t column) const {
  const auto names = data(row).value("for", std::vector<std::string>());
  return names.empty() || std::ranges::find(names, columns_[column]) != names.end();
}

KeyCell KeyMatrix::cell(std::size_t row, std::size_t column) const {
  const std::string key = data(row).value("left_out", plain(rows_[row].key));
  for (const bool is_edited : {false, true}) {
    const Reception reception = reception_of(configuration(row, column, is_edited));
    if (reception.refusal) return {.treatment = Treatment::refused, .sentence = *reception.refusal};
    for (const std::string& warning : reception.warnings) {
      if (names(warning, key)) return {.treatment = Treatment::left_out, .sentence = warning};
    }
  }
  return {};
}

KeyMatrix::Window KeyMatrix::window(std::size_t row, std::size_t column) const {
  const auto time = [&](const char* name) -> double {
    const Json& own = options(column);
    return (own.contains(name) ? own.at(name) : entry(row, name)).get<double>();
  };
  return {.column = entry(row, "column").text(), .from = time("from"), .to = time("to")};
}

double KeyMatrix::change_of(std::size_t row, std::size_t column, const Window& w) const {
  return mean_of(configuration(row, column, true), w.column, w.from, w.to) -
         mean_of(configuration(row, column, false), w.column, w.from, w.to);
}

double KeyMatrix::change_of_path(std::size_t row, const Window& w) const {
  const auto mean = [&](bool is_edited) {
    const Configuration read_in = read(configuration(row, index_of("eulerian_ale"), is_edited));
    const auto& drive = std::get<BeltDrive>(*read_in.drive);
    double force = 0.0;
    for (int i = 0; i < kLooks; ++i) {
      const double time = w.from + (w.to - w.from) * i / (kLooks - 1);
      std::vector<double> angles;
      for (const Pulley& pulley : drive.pulleys) {
        const auto* motion = std::get_if<PrescribedMotion>(&pulley.motion);
        angles.push_back(motion == nullptr ? 0.0 : motion->angular_velocity.integral(0.0, time));
      }
      const double stretch = drive.path(angles).length() / drive.reference_length();
      force += drive.belt.axial_stiffness * (stretch - 1.0 - drive.reference_strain()) / kLooks;
    }
    return force;
  };
  return mean(true) - mean(false);
}

// The column to compare with: the one named by the formulation or the row, if it honours the key and differs from
// `column`; otherwise the first other formulation that honours the key.
std::size_t KeyMatrix::other_column(std::size_t row, std::size_t column) const {
  const Json& own = options(column);
  std::vector<std::size_t> order{
      index_of((own.contains("against") ? own.at("against") : entry(row, "against")).text())};
  for (std::size_t other = 0; other < columns_.size(); ++other) {
    if (formulation(other) != formulation(column)) order.push_back(other);
  }
  for (const std::size_t other : order) {
    if (other != column && cell(row, other).treatment == Treatment::honoured) return other;
  }
  throw std::logic_error("no formulation but " + columns_[column] + " honours " + rows_[row].title());
}

KeyMatrix::Change KeyMatrix::change(std::size_t row, std::size_t column) const {
  const Window w = window(row, column);
  const auto tolerance = entry(row, "tolerance").get<double>();
  Change change{.measured = change_of(row, column, w),
                .tolerance = larger(tolerance, options(column).value("tolerance", 0.0)),
                .against = {}};
  const std::string against = data(row).value("against", std::string());
  if (against == kClosedForm) {
    change.reference = data(row).at("reference").get<double>();
    change.against = "the closed form";
    return change;
  }
  if (against == kPath) {
    change.reference = change_of_path(row, w);
    change.against = "a belt stretched uniformly along its path";
    return change;
  }
  const std::size_t other = other_column(row, column);
  change.reference = change_of(row, other, w);
  change.against = columns_[other];
  return change;
}

}  // namespace beltdyn::verification
