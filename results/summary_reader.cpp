// SPDX-License-Identifier: MIT
#include "results/summary_reader.hpp"

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/text_file.hpp"

namespace beltdyn::results {

std::vector<Histogram> load_histograms(const std::filesystem::path& run_folder) {
  const std::filesystem::path file = run_folder / "summary.json";
  if (!std::filesystem::exists(file)) return {};
  std::vector<Histogram> histograms;
  try {
    const Json all = Json::parse(read_text_file(file)).value("histograms", Json::object());
    for (const auto& [column, entry] : all.items()) {
      histograms.push_back({.column = column,
                            .bin_width = entry.at("bin_width").get<double>(),
                            .begin = entry.at("bin_begin").get<std::vector<double>>(),
                            .share = entry.at("share_of_time").get<std::vector<double>>()});
      if (histograms.back().begin.size() == histograms.back().share.size()) continue;
      throw JsonError("bin_begin and share_of_time differ in length");
    }
  } catch (const JsonError& error) {
    throw IoError(file.string() + ": is damaged: " + error.what() + "; run again with --force");
  }
  return histograms;
}

}  // namespace beltdyn::results
