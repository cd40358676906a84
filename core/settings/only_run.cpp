// SPDX-License-Identifier: MIT
#include "core/settings/only_run.hpp"

#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/config/writers.hpp"
#include "core/drive/any_drive.hpp"

namespace beltdyn {

std::size_t run_index(const Configuration& configuration, const std::string& name) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < configuration.runs.size(); ++i) {
    if (configuration.runs[i].name == name || (name.empty() && configuration.runs.size() == 1)) return i;
    names.push_back(configuration.runs[i].name);
  }
  throw UsageError(name.empty()
                       ? fmt::format("the configuration has several runs; name one of them: {}", fmt::join(names, ", "))
                       : fmt::format("no run named {}; the runs are {}", name, fmt::join(names, ", ")));
}

Configuration only_run(Configuration configuration, std::size_t run) {
  RunConfig& chosen = configuration.runs[run];
  Configuration only;
  only.name = std::move(configuration.name);
  only.drive = chosen.own_drive ? *std::move(chosen.own_drive) : std::move(configuration.drive);
  only.end_time = configuration.end_time;
  only.output = std::move(configuration.output);
  only.runs.push_back(
      {.name = std::move(chosen.name), .formulation = chosen.formulation, .options = std::move(chosen.options)});
  return only;
}

std::string self_contained_configuration(Configuration& configuration, const Formulations& formulations) {
  return config::resolved_json([&](config::FieldVisitor& v) { configuration.visit(v, formulations); },
                               config::OtherFiles::included);
}

}  // namespace beltdyn
