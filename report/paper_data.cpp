// SPDX-License-Identifier: MIT
// Reads data/*.json about the papers: exhibits and discrepancies.
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/base/json.hpp"
#include "report/discrepancies.hpp"
#include "report/exhibit_list.hpp"

namespace beltdyn::embedded {
std::string_view paper_data(std::string_view file_name);
}

namespace beltdyn::report {
namespace {

using Texts = std::vector<std::string>;

constexpr std::array<std::string_view, 4> kPapers{"oborin-2018", "ntarladima-2023", "konyukhov-2021", "kubas-2021"};

// A JSON object whose keys must all be read; a key that was not read is a typing error.
class PaperEntry {
 public:
  explicit PaperEntry(Json json) : json_(std::move(json)) {}

  template <class T>
  T required(const char* key) {
    T value = json_.at(key).template get<T>();
    json_.erase(key);
    return value;
  }
  template <class T>
  T optional(const char* key, T otherwise = {}) {
    return json_.contains(key) ? required<T>(key) : otherwise;
  }
  void finish() const {
    if (!json_.empty()) throw std::logic_error("report/data: not a key: " + json_.items().front().first);
  }

 private:
  Json json_;
};

PlannedPicture picture_of(const Json& json) {
  PaperEntry entry(json);
  PlannedPicture picture{.figure = entry.required<std::string>("figure"),
                         .alt = entry.required<std::string>("alt"),
                         .runs = entry.optional<Texts>("runs"),
                         .title = entry.optional<std::string>("title")};
  entry.finish();
  return picture;
}

PlannedExhibit exhibit_of(const Json& json, std::string_view paper) {
  PaperEntry entry(json);
  PlannedExhibit exhibit{.paper = std::string(paper),
                         .label = entry.required<std::string>("label"),
                         .title = entry.required<std::string>("title"),
                         .text = entry.optional<std::string>("text"),
                         .configuration = entry.optional<std::string>("configuration"),
                         .quantities = entry.optional<Texts>("quantities"),
                         .references = entry.optional<Texts>("references"),
                         .cases = entry.optional<Texts>("cases"),
                         .left_out = entry.optional<std::string>("left_out"),
                         .quick = entry.optional<bool>("quick", true)};
  for (const Json& picture : entry.optional<Json>("pictures", Json::array()))
    exhibit.pictures.push_back(picture_of(picture));
  entry.finish();
  return exhibit;
}

Discrepancy discrepancy_of(const Json& json, std::string_view paper) {
  PaperEntry entry(json);
  Discrepancy discrepancy{.paper = std::string(paper),
                          .place = entry.required<std::string>("place"),
                          .found = entry.required<std::string>("found"),
                          .reading = entry.required<std::string>("reading"),
                          .evidence = entry.required<std::string>("evidence")};
  entry.finish();
  return discrepancy;
}

template <class Item>
std::vector<Item> all_of(const char* list, Item (*item_of)(const Json&, std::string_view)) {
  std::vector<Item> all;
  for (const std::string_view paper : kPapers) {
    const Json data = Json::parse(embedded::paper_data(std::string(paper) + ".json"));
    for (const Json& item : data.at(list)) all.push_back(item_of(item, paper));
  }
  return all;
}

}  // namespace

const std::vector<PlannedExhibit>& planned_exhibits() {
  static const std::vector<PlannedExhibit> list = all_of("exhibits", exhibit_of);
  return list;
}

const std::vector<Discrepancy>& discrepancies() {
  static const std::vector<Discrepancy> list = all_of("discrepancies", discrepancy_of);
  return list;
}

}  // namespace beltdyn::report
