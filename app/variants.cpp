// SPDX-License-Identifier: MIT
#include "app/variants.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "core/settings/study.hpp"

namespace beltdyn::app {
namespace {

// The configuration with the drive of a variant.
Json with_values(Json configuration, const Json& variant) {
  for (const auto& [pointer, value] : variant.at("set").items()) configuration[JsonPointer(pointer)] = value;
  return configuration;
}

// "coulomb, coefficient 0.3" from {"type": "coulomb", "coefficient": 0.3}
std::string readable(const Json& value) {
  if (value.is_string()) return value.text();
  if (value.is_number()) return fmt::format("{:.6g}", value.get<double>());
  if (!value.is_object()) return value.dump();
  std::string text;
  for (const auto& [key, member] : value.items()) {
    const std::string inner = readable(member);
    const std::string shown = member.is_object() ? '(' + inner + ')' : inner;
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", key == "type" ? "" : key + ' ', shown);
  }
  return text;
}

// The pointers that do not lie within another one.
std::set<std::string> outermost(const std::set<std::string>& pointers) {
  std::set<std::string> kept;
  for (const std::string& pointer : pointers) {
    const bool is_inner =
        std::ranges::any_of(kept, [&pointer](const std::string& outer) { return pointer.starts_with(outer + '/'); });
    if (!is_inner) kept.insert(pointer);
  }
  return kept;
}

}  // namespace

Json with_variant(Json configuration, const std::string& run) {
  const Json variants = configuration.value("variants", Json::array());
  const Json* declared = configuration.find("runs");
  if (declared == nullptr || !declared->is_array()) return configuration;
  for (std::size_t i = 0; i < declared->size(); ++i) {
    for (const Json& variant : variants) {
      if (member_name(declared->at(i).value("name", ""), variant.value("name", "")) != run) continue;
      configuration = with_values(std::move(configuration), variant);
      configuration["runs"][i]["name"] = run;
      return configuration;
    }
  }
  return configuration;
}

report::VariantTable variant_table(const Json& configuration) {
  report::VariantTable table;
  std::set<std::string> pointers;
  std::vector<Json> varied;
  for (const Json& variant : configuration.value("variants", Json::array())) {
    table.variants.push_back(variant.at("name").text());
    for (const auto& [pointer, value] : variant.at("set").items()) pointers.insert(pointer);
    varied.push_back(with_values(configuration, variant));
  }
  for (const std::string& pointer : outermost(pointers)) {
    report::VariantTable::Value shown{.pointer = pointer, .of_variants = {}};
    for (const Json& member : varied) {
      const Json* value = member.find(JsonPointer(pointer));
      shown.of_variants.push_back(value == nullptr ? "none" : readable(*value));
    }
    table.values.push_back(std::move(shown));
  }
  return table;
}

}  // namespace beltdyn::app
