// SPDX-License-Identifier: MIT
#include "core/settings/selected_runs.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include <fmt/format.h>

namespace beltdyn {
namespace {

// Is the run selected by its own name, or by the name of one of its variants?
bool is_selected(const Json& run, const std::vector<std::string>& only) {
  const Json* name = run.is_object() ? run.find("name") : nullptr;
  if (name == nullptr || !name->is_string()) return false;
  return std::ranges::any_of(only, [&](const std::string& wanted) {
    return wanted == name->text() || wanted.starts_with(name->text() + "-");
  });
}

// The runs that have errors and are not selected. Empty if there are errors elsewhere, or if no run is selected.
std::set<std::size_t> erroneous_runs(const config::JsonDocument& document, const std::vector<std::string>& only,
                                     const std::vector<Problem>& problems) {
  const Json& root = document.root();
  const Json* runs = root.find("runs");
  const bool counts_runs = root.contains("study") || root.contains("sweep") || root.contains("identify");
  if (counts_runs || runs == nullptr || !runs->is_array()) return {};
  if (std::none_of(runs->begin(), runs->end(), [&](const Json& run) { return is_selected(run, only); })) return {};
  std::set<std::size_t> erroneous;
  for (const Problem& problem : problems) {
    std::size_t i = 0;
    const auto lies_in_run = [&] {
      const std::string run = fmt::format("/runs/{}", i);
      return problem.pointer == run || problem.pointer.starts_with(run + "/");
    };
    while (i < runs->size() && !lies_in_run()) ++i;
    if (i == runs->size() || is_selected(runs->at(i), only)) return {};
    erroneous.insert(i);
  }
  return erroneous;
}

}  // namespace

Configuration read_selected(config::JsonDocument document, const std::vector<std::string>& only,
                            const Formulations& formulations) {
  std::vector<std::string> notices;
  // Reading reports errors of single keys before errors of their combination. So it may take several rounds to find
  // all.
  while (true) {
    try {
      Configuration configuration = read_configuration(document, formulations);
      configuration.notices.insert(configuration.notices.begin(), notices.begin(), notices.end());
      return configuration;
    } catch (const ConfigError& error) {
      const std::set<std::size_t> erroneous = erroneous_runs(document, only, error.problems());
      if (erroneous.empty()) throw;
      for (const Problem& problem : error.problems()) {
        notices.push_back(to_string(document.file(), problem) + " (this run is not selected and is left out)");
      }
      // From the last run on, so that the indices of the other runs remain valid.
      for (auto i = erroneous.rbegin(); i != erroneous.rend(); ++i) document.erase_entry("/runs", *i);
    }
  }
}

}  // namespace beltdyn
