// SPDX-License-Identifier: MIT
#include "core/config/reader.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/json.hpp"
#include "core/config/field_unit.hpp"
#include "core/config/nearest.hpp"
#include "core/config/quantity.hpp"

namespace beltdyn::config {
namespace {

constexpr std::size_t kLongestShownValue = 60;
constexpr std::size_t kLongestName = 100;

std::string describe(const Field& field) {
  return field.unit == "-" ? std::string(field.meaning) : fmt::format("{} [{}]", field.meaning, field.unit);
}

std::string bounds(Range range) {
  const bool has_low = std::isfinite(range.low);
  const bool has_high = std::isfinite(range.high);
  const std::string low = fmt::format("{} {}", range.low_exclusive ? ">" : ">=", range.low);
  const std::string high = fmt::format("{} {}", range.high_exclusive ? "<" : "<=", range.high);
  if (has_low && has_high) return low + " and " + high;
  return has_low ? low : high;
}

bool contains(Range range, double x) {
  const bool above = range.low_exclusive ? x > range.low : x >= range.low;
  const bool below = range.high_exclusive ? x < range.high : x <= range.high;
  return above && below;
}

std::string shown(const Json& value) {
  std::string text = value.dump();
  if (text.size() > kLongestShownValue) text = text.substr(0, kLongestShownValue) + "...";
  return text;
}

std::string article_and_type(const Json& value) {
  if (value.is_string()) return "a string";
  if (value.is_boolean()) return "true or false";
  if (value.is_null()) return "null";
  if (value.is_array()) return "a list";
  if (value.is_object()) return "an object";
  return "a number";
}

// The message for a value of the wrong type.
std::string wrong_type(const Field& field, const Json& json, std::string_view expected) {
  return fmt::format("must be {}, not {}; give {}", expected, article_and_type(json), describe(field));
}

std::string size_rule(SizeRange size) {
  if (size.low == 0 && size.high == SizeRange{}.high) return "any number of entries";
  if (size.low == size.high) return fmt::format("exactly {} entries", size.low);
  if (size.high == SizeRange{}.high)
    return fmt::format("at least {} {}", size.low, size.low == 1 ? "entry" : "entries");
  return fmt::format("{} to {} entries", size.low, size.high);
}

}  // namespace

Reader::Reader(const JsonDocument& document) : document_(document), problems_(document.duplicates()) {}

void Reader::read(const Visit& visit) {
  read_object(document_.root(), "", "-", visit);
  if (problems_.empty()) return;
  std::stable_sort(problems_.begin(), problems_.end(),
                   [](const Problem& a, const Problem& b) { return a.line < b.line; });
  throw ConfigError(document_.file(), problems_);
}

void Reader::read_object(const Json& json, const std::string& pointer, std::string_view unit, const Visit& visit) {
  levels_.push_back(
      {.json = &json, .pointer = pointer, .unit = unit, .known_keys = {}, .problems_before = problems_.size()});
  visit(*this);
  report_unknown_and_missing_keys();
  levels_.pop_back();
}

void Reader::read_value(const Field& field, const Json& json, const std::string& pointer, const Visit& visit) {
  if (json.is_object()) return read_object(json, pointer, field.unit, visit);
  const bool can_be_plain = json.is_number() || json.is_string();
  if (can_be_plain && read_plain(field, json, pointer, visit)) return;
  report(pointer, &json, wrong_type(field, json, "an object"));
}

bool Reader::read_plain(const Field& field, const Json& json, const std::string& pointer, const Visit& visit) {
  const Json whole{{"type", kPlainForm}, {kPlainKey, json}};
  const auto before = static_cast<std::ptrdiff_t>(problems_.size());
  levels_.push_back({.json = &whole,
                     .pointer = pointer,
                     .unit = field.unit,
                     .known_keys = {},
                     .problems_before = problems_.size(),
                     .is_plain = true});
  visit(*this);
  const bool is_accepted = levels_.back().accepts_plain;
  if (!is_accepted) problems_.erase(problems_.begin() + before, problems_.end());
  levels_.pop_back();
  return is_accepted;
}

Field Reader::in_object(Field field) const {
  field.unit = unit_within(levels_.back().unit, field);
  return field;
}

const Json* Reader::find(const Field& field, Presence presence) {
  Level& level = levels_.back();
  level.known_keys.emplace_back(field.key);
  if (const Json* found = level.json->find(field.key)) return found;
  if (!field.former_key.empty()) {
    if (const Json* found = level.json->find(field.former_key)) {
      level.known_keys.emplace_back(field.former_key);
      const std::string pointer = append_pointer(level.pointer, field.former_key);
      const int line = document_.line(pointer);
      notices_.push_back(fmt::format("{}{}: {}: \"{}\" is now called \"{}\"; rename the key", document_.file(),
                                     line > 0 ? fmt::format(":{}", line) : std::string(), pointer, field.former_key,
                                     field.key));
      return found;
    }
  }
  if (presence == Presence::required || presence == Presence::conditional) {
    level.missing.push_back({.pointer = level.pointer,
                             .line = document_.line(level.pointer),
                             .value = std::string(field.key),
                             .message = fmt::format("\"{}\" is missing; give {}", field.key, describe(field))});
  }
  return nullptr;
}

const Json* Reader::find_list(const Field& field, SizeRange size, Presence presence) {
  const Json* json = find(field, presence);
  if (json == nullptr || (json->is_array() && json->size() >= size.low && json->size() <= size.high)) return json;
  report(place(field.key), json, fmt::format("must be a list of {}; give {}", size_rule(size), describe(field)));
  return nullptr;
}

std::string Reader::place(std::string_view key) const {
  const Level& level = levels_.back();
  return level.is_plain ? level.pointer : append_pointer(level.pointer, key);
}

void Reader::report(const std::string& pointer, const Json* value, std::string message) {
  problems_.push_back({.pointer = pointer.empty() ? "/" : pointer,
                       .line = document_.line(pointer),
                       .value = value == nullptr ? std::string() : shown(*value),
                       .message = std::move(message)});
}

void Reader::report_unknown_and_missing_keys() {
  Level& level = levels_.back();
  for (const auto& [key, value] : level.json->items()) {
    if (!level.form_is_known) break;
    if (std::find(level.known_keys.begin(), level.known_keys.end(), key) != level.known_keys.end()) continue;
    const std::string_view guess = nearest(key, level.known_keys);
    std::vector<std::string> keys = level.known_keys;
    std::sort(keys.begin(), keys.end());
    const std::string way_out =
        did_you_mean(key, level.known_keys, fmt::format("the known keys are {}", fmt::join(keys, ", ")));
    report(append_pointer(level.pointer, key), nullptr, fmt::format("unknown key \"{}\"; {}", key, way_out));
    // A misspelt key is one error: it does not also count as missing.
    std::erase_if(level.missing, [guess](const Problem& problem) { return problem.value == guess; });
  }
  for (const Problem& problem : level.missing) report(problem.pointer, nullptr, problem.message);
}

bool Reader::accept_value(const Field& field, const std::string& pointer, const Json& json, Range range,
                          double candidate, double& value) {
  if (!contains(range, candidate)) {
    report(pointer, &json, fmt::format("must be {}; give {}", bounds(range), describe(field)));
    return false;
  }
  value = candidate;
  return true;
}

bool Reader::accept_number(const Field& field, const std::string& pointer, const Json& json, Range range,
                           double& value) {
  if (!json.is_number()) {
    report(pointer, &json, wrong_type(field, json, "a number"));
    return false;
  }
  return accept_value(field, pointer, json, range, json.get<double>(), value);
}

bool Reader::accept_quantity(const Field& field, const std::string& pointer, const Json& json, Range range,
                             double& value) {
  if (!json.is_string()) return accept_number(field, pointer, json, range, value);
  const std::variant<double, std::string> quantity = quantity_in(field.unit, json.text());
  if (const auto* mistake = std::get_if<std::string>(&quantity)) {
    report(pointer, &json, fmt::format("{}; give {}", *mistake, describe(field)));
    return false;
  }
  return accept_value(field, pointer, json, range, std::get<double>(quantity), value);
}

bool Reader::accept_text(const Field& field, const Json& json, std::string& value) {
  if (!json.is_string()) {
    report(place(field.key), &json, wrong_type(field, json, "a string"));
    return false;
  }
  value = json.get<std::string>();
  return true;
}

void Reader::number(const Field& given, double& value, Range range, Presence presence) {
  const Field field = in_object(given);
  if (const Json* json = find(field, presence)) accept_quantity(field, place(field.key), *json, range, value);
}

void Reader::number_or_constant(const Field& field, double& value, Range range, const char* other_forms) {
  const Json* json = levels_.back().json->find(field.key);
  if (json == nullptr || !json->is_object()) return number(field, value, range, Presence::required);
  const Json* form = json->find("type");
  if (form == nullptr || !form->is_string() || form->text() == kPlainForm) {
    return object(
        field, [&](FieldVisitor& inner) { visit_constant(inner, field, value, range); }, Presence::required);
  }
  levels_.back().known_keys.emplace_back(field.key);
  report(append_pointer(place(field.key), "type"), form,
         fmt::format("must be \"{}\" here, or give {}; {}", kPlainForm, describe(field), other_forms));
}

bool Reader::accept_integer(const Field& field, const Json& json, IntegerRange range, int& value) {
  const Range bound{.low = static_cast<double>(range.low), .high = static_cast<double>(range.high)};
  double number = 0.0;
  if (json.is_number() && std::trunc(json.get<double>()) != json.get<double>()) {
    report(place(field.key), &json, fmt::format("must be an integer {}; give {}", bounds(bound), describe(field)));
    return false;
  }
  if (!accept_number(field, place(field.key), json, bound, number)) return false;
  value = static_cast<int>(number);
  return true;
}

void Reader::integer(const Field& field, int& value, IntegerRange range, Presence presence) {
  if (const Json* json = find(field, presence)) accept_integer(field, *json, range, value);
}

void Reader::flag(const Field& field, bool& value, Presence presence) {
  const Json* json = find(field, presence);
  if (json == nullptr) return;
  if (json->is_boolean()) {
    value = json->get<bool>();
  } else {
    report(place(field.key), json, wrong_type(field, *json, "true or false"));
  }
}

void Reader::text(const Field& field, std::string& value, Presence presence) {
  if (const Json* json = find(field, presence)) accept_text(field, *json, value);
}

void Reader::file(const Field& field, std::string& path, Presence presence) {
  const Json* json = find(field, presence);
  std::string candidate;
  if (json == nullptr || !accept_text(field, *json, candidate)) return;
  if (candidate.empty()) return report(place(field.key), json, "must not be empty; give " + describe(field));
  const std::filesystem::path folder = std::filesystem::path(document_.file()).parent_path();
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(folder / candidate, error);
  path = (error ? folder / candidate : whole).lexically_normal().string();
}

void Reader::name(const Field& field, std::string& value, Presence presence) {
  const Json* json = find(field, presence);
  std::string candidate;
  if (json == nullptr || !accept_text(field, *json, candidate)) return;
  const auto is_alphanumeric = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  const bool fits = !candidate.empty() && candidate.size() <= kLongestName && is_alphanumeric(candidate.front()) &&
                    std::all_of(candidate.begin(), candidate.end(),
                                [&](char c) { return is_alphanumeric(c) || c == '.' || c == '_' || c == '-'; });
  if (fits) {
    value = candidate;
  } else {
    report(place(field.key), json,
           fmt::format(
               "is not a valid name; use 1 to {} letters, digits, '.', '_' and '-', starting with a letter or digit",
               kLongestName));
  }
}

void Reader::entry(const Field& field, int& number, std::string& name, Presence presence) {
  const Json* json = find(field, presence);
  if (json == nullptr) return;
  if (json->is_string()) {
    number = 0;
    name = json->get<std::string>();
    return;
  }
  int given = 0;
  if (!accept_integer(field, *json, {.low = 1}, given)) return;
  number = given;
  name.clear();
}

void Reader::choice(const Field& field, int& index, std::span<const std::string_view> names, Presence presence) {
  const Json* json = find(field, presence);
  std::string word;
  if (json == nullptr || !accept_text(field, *json, word)) return;
  const auto found = std::find(names.begin(), names.end(), word);
  if (found != names.end()) {
    index = static_cast<int>(found - names.begin());
    return;
  }
  const std::vector<std::string> known(names.begin(), names.end());
  const std::string guess = meant_by(word, known);
  report(
      place(field.key), json,
      fmt::format("is not an option for {}; {}{}", describe(field),
                  guess.empty() ? std::string() : fmt::format("did you mean {}? ", guess),
                  fmt::format("{} {}", known.size() == 1 ? "there is only" : "choose one of", fmt::join(known, ", "))));
}

void Reader::numbers(const Field& given, std::vector<double>& values, Range range, SizeRange size, Presence presence) {
  const Field field = in_object(given);
  const Json* json = find_list(field, size, presence);
  if (json == nullptr) return;
  std::vector<double> read(json->size());
  bool all_fine = true;
  for (std::size_t i = 0; i < read.size(); ++i) {
    const std::string pointer = append_pointer(place(field.key), std::to_string(i));
    all_fine = accept_quantity(field, pointer, json->at(i), range, read[i]) && all_fine;
  }
  if (all_fine) values = read;
}

void Reader::vector(const Field& field, std::span<double> values, Range range, Presence presence) {
  std::vector<double> read(values.begin(), values.end());
  numbers(field, read, range, {.low = values.size(), .high = values.size()}, presence);
  std::copy(read.begin(), read.end(), values.begin());
}

void Reader::pair(const Field& given, std::array<double, 2>& values, Range range, Presence presence) {
  const Field field = in_object(given);
  const Json* json = find(field, presence);
  if (json == nullptr) return;
  if (json->is_array() && json->size() == values.size()) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::string pointer = append_pointer(place(field.key), std::to_string(i));
      accept_quantity(field, pointer, json->at(i), range, values[i]);
    }
  } else if (json->is_number() || json->is_string()) {
    if (accept_quantity(field, place(field.key), *json, range, values[0])) values[1] = values[0];
  } else {
    report(place(field.key), json, fmt::format("must be a number or a list of two; give {}", describe(field)));
  }
}

void Reader::replacements(const Field& field, Json& values) {
  const Json* json = find(field, Presence::optional);
  if (json == nullptr) return;
  if (json->is_object()) {
    values = *json;
  } else {
    report(place(field.key), json, wrong_type(field, *json, "an object"));
  }
}

void Reader::object(const Field& given, const Visit& visit, Presence presence) {
  const Field field = in_object(given);
  const Json* json = find(field, presence);
  if (json == nullptr) return;
  read_value(field, *json, place(field.key), visit);
}

void Reader::optional_object(const Field& field, bool& present, const Visit& visit) {
  const Visit visit_present = [&present, &visit](FieldVisitor& inner) {
    present = true;
    visit(inner);
  };
  object(field, visit_present, Presence::optional);
}

void Reader::list(const Field& given, const ListAccess& access, SizeRange size, Presence presence) {
  const Field field = in_object(given);
  const Json* json = find_list(field, size, presence);
  if (json == nullptr) return;
  access.resize(json->size());
  for (std::size_t i = 0; i < json->size(); ++i) {
    const Json& item = json->at(i);
    const std::string pointer = append_pointer(place(field.key), std::to_string(i));
    read_value(field, item, pointer, [&access, i](FieldVisitor& visitor) { access.visit(visitor, i); });
  }
}

void Reader::tagged(const Field& tag, std::span<const Alternative> alternatives, int& index) {
  std::vector<std::string_view> names;
  for (const Alternative& alternative : alternatives) names.push_back(alternative.name);
  const std::size_t before = problems_.size();
  const std::size_t missing_before = levels_.back().missing.size();
  choice(tag, index, names, Presence::required);
  if (problems_.size() == before && levels_.back().missing.size() == missing_before) {
    alternatives[static_cast<std::size_t>(index)].visit(*this);
  } else {
    levels_.back().form_is_known = false;
  }
}

void Reader::check(std::string_view key, const std::function<bool()>& holds,
                   const std::function<std::string()>& message) {
  const Level& level = levels_.back();
  if (problems_.size() > level.problems_before || !level.missing.empty() || holds()) return;
  const JsonPointer member(key.empty() ? std::string() : fmt::format("/{}", key));
  const Json* value = key.empty() ? nullptr : level.json->find(member);
  if (value == nullptr) return report(level.pointer, nullptr, message());
  // The text of an object would show its first keys only, whatever the condition concerns.
  report(level.pointer + member.to_string(), value->is_object() ? nullptr : value, message());
}

}  // namespace beltdyn::config
