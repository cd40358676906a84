// SPDX-License-Identifier: MIT
#include "postprocess/summary_reader.hpp"

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/text_file.hpp"

namespace beltdyn::postprocess {

namespace {

// Calls `read` for each entry of a part of summary.json.
template <class Read>
void read_summary(const std::filesystem::path& run_folder, const char* part, const Read& read) {
  const std::filesystem::path file = run_folder / "summary.json";
  if (!std::filesystem::exists(file)) return;
  try {
    const Json all = Json::parse(read_text_file(file)).value(part, Json::object());
    for (const auto& [name, entry] : all.items()) read(name, entry);
  } catch (const JsonError& error) {
    throw IoError(file.string() + ": is damaged: " + error.what() + "; run again with --force");
  }
}

}  // namespace

std::vector<Histogram> load_histograms(const std::filesystem::path& run_folder) {
  std::vector<Histogram> histograms;
  read_summary(run_folder, "histograms", [&histograms](const std::string& column, const Json& entry) {
    histograms.push_back({.column = column,
                          .bin_width = entry.at("bin_width").get<double>(),
                          .begin = entry.at("bin_begin").get<std::vector<double>>(),
                          .share = entry.at("share_of_time").get<std::vector<double>>()});
    if (histograms.back().begin.size() == histograms.back().share.size()) return;
    throw JsonError("bin_begin and share_of_time differ in length");
  });
  return histograms;
}

std::vector<Conclusion> load_conclusions(const std::filesystem::path& run_folder) {
  std::vector<Conclusion> conclusions;
  read_summary(run_folder, "conclusions", [&conclusions](const std::string& name, const Json& entry) {
    if (entry.at("value").is_null()) return;
    conclusions.push_back({.name = name,
                           .unit = entry.at("unit").get<std::string>(),
                           .value = entry.at("value").get<double>(),
                           .meaning = entry.at("meaning").get<std::string>()});
  });
  return conclusions;
}

}  // namespace beltdyn::postprocess
