// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "api/fmu/exporter.hpp"
#include "app/commands.hpp"
#include "app/exit_code.hpp"
#include "app/results.hpp"
#include "core/base/error.hpp"
#include "core/base/printable.hpp"
#include "core/settings/only_run.hpp"
#include "studies/module.hpp"

namespace beltdyn::app {
namespace {

namespace fs = std::filesystem;

// The name given in api/fmu/CMakeLists.txt.
constexpr std::string_view kModule = "beltdyn-fmu.so";

// The output file; it must not exist, but its folder must.
fs::path output_of(const ExportFmuArguments& arguments, const Configuration& configuration) {
  fs::path output = arguments.out.empty() ? fs::path(configuration.name + ".fmu") : fs::path(arguments.out);
  if (fs::exists(fs::symlink_status(output))) {
    throw UsageError(
        fmt::format("{}: is already there and stays as it is; give another file by --out", printable(output.string())));
  }
  const fs::path folder = output.has_parent_path() ? output.parent_path() : fs::path(".");
  if (!fs::is_directory(folder)) {
    throw UsageError(fmt::format("--out {}: there is no folder {}; make it first", printable(output.string()),
                                 printable(folder.string())));
  }
  return output;
}

// The module writes the unit and reports errors, one per line.
void write_unit(const std::string& configuration, const std::vector<std::string>& inputs, const fs::path& output) {
  const fs::path module = studies::module_path(kModule);
  if (!fs::exists(module)) {
    throw UsageError(fmt::format(
        "{}: is not there; co-simulation units are an option of the build: run scripts/build release beltdyn_fmu, or "
        "configure with -DBELTDYN_FMU=ON and build beltdyn_fmu",
        printable(module.string())));
  }
  const auto write = reinterpret_cast<decltype(&beltdyn_export_fmu)>(
      studies::module_function(kModule, "beltdyn_export_fmu", "of the same version"));
  std::vector<const char*> controlled;
  std::ranges::transform(inputs, std::back_inserter(controlled), &std::string::c_str);
  std::vector<std::string> told;
  const std::string file = output.string();
  const std::string binary = module.string();
  const fmu::ExportRequest request{
      .configuration = configuration.c_str(),
      .controlled = controlled.data(),
      .n_controlled = static_cast<int>(controlled.size()),
      .binary = binary.c_str(),
      .output = file.c_str(),
      .tell = [](void* context,
                 const char* message) { static_cast<std::vector<std::string>*>(context)->emplace_back(message); },
      .context = &told};
  const fmu::ExportStatus status = write(&request);
  const std::string message = fmt::format("{}", fmt::join(told, "\n"));
  switch (status) {
    case fmu::kExported:
      return;
    case fmu::kBadRequest:
      throw UsageError(message);
    case fmu::kNotSolved:
      throw SolverError(message);
    case fmu::kNotWritten:
      throw IoError(message);
    case fmu::kFailed:
      break;
  }
  throw std::runtime_error(message);
}

}  // namespace

int export_fmu(const ExportFmuArguments& arguments, const Formulations& formulations) {
  Configuration all = load_configuration(arguments.config, arguments.assignments, {}, formulations);
  const fs::path output = output_of(arguments, all);
  const std::size_t run = run_index(all, arguments.run);
  Configuration only = only_run(std::move(all), run);
  write_unit(self_contained_configuration(only, formulations), arguments.inputs, output);
  fmt::print("{}: written\n", printable(output.string()));
  return kOk;
}

}  // namespace beltdyn::app
