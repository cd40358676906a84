// SPDX-License-Identifier: MIT
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include "app/commands.hpp"
#include "app/exit_code.hpp"
#include "app/folder_lock.hpp"
#include "app/identification_report.hpp"
#include "app/in_order.hpp"
#include "app/logging.hpp"
#include "app/preflight.hpp"
#include "app/results.hpp"
#include "app/run_messages.hpp"
#include "app/summaries.hpp"
#include "core/base/error.hpp"
#include "core/base/stop_signals.hpp"
#include "core/base/text_file.hpp"
#include "studies/identify/identifier.hpp"

namespace beltdyn::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kIdentification = "identification.json";
constexpr const char* kResiduals = "residuals.csv";
constexpr const char* kFitted = "fitted.json";
constexpr const char* kIdentificationPage = "identification.html";
constexpr const char* kRuns = "runs.jsonl";  // exists during the search

std::string hexadecimal(std::string_view bytes) { return fmt::format("{:016x}", checksum(bytes)); }

std::string checksum_of(const std::vector<double>& values) {
  return hexadecimal({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)});
}

// The inputs that determine the results.
studies::FitIdentity identity_of(const studies::FittedRun& run, const Formulations& formulations) {
  std::string data;
  for (std::size_t i = 0; i < run.identification().data.size(); ++i) {
    data +=
        checksum_of(run.identification().data[i].time) + checksum_of(run.measured(i)) + checksum_of(run.deviations(i));
  }
  return {.configuration = hexadecimal(resolved_configuration(run.configuration(), formulations)),
          .data = hexadecimal(data)};
}

void print_summary(const fs::path& folder, const std::string& name, int exit_code) {
  print_identification_summary(name, exit_code,
                               {{"identification", folder / kIdentification},
                                {"fitted", folder / kFitted},
                                {"residuals", folder / kResiduals},
                                {"report", folder / kIdentificationPage}});
}

void require_same(const fs::path& file, const studies::FitIdentity& identity) {
  if (studies::is_of(read_text_file(file), identity)) return;
  throw UsageError(fmt::format(
      "{}: belongs to another identification or version; choose another folder with --out, or replace it with --force",
      file.string()));
}

// If rows of an interrupted identification exist, it is resumed, they are removed (--force), or an error is thrown.
void require_free_runs(const fs::path& folder, const IdentifyArguments& arguments) {
  if (!fs::exists(folder / kRuns) || arguments.resume) return;
  if (!arguments.force) {
    throw UsageError(
        fmt::format("{}: belongs to an interrupted identification; resume it with --resume, or replace it with --force",
                    (folder / kRuns).string()));
  }
  refuse_link(folder / kRuns);
  fs::remove(folder / kRuns);
}

void require_free_folder(const fs::path& folder, bool force) {
  for (const char* name : {kIdentification, kResiduals, kFitted, kIdentificationPage}) {
    refuse_link(folder / name);
    if (!fs::exists(folder / name)) continue;
    if (!force) {
      throw UsageError(fmt::format("{}: already exists; choose another folder with --out, or replace it with --force",
                                   (folder / name).string()));
    }
    fs::remove(folder / name);
  }
}

// Do all files of a complete identification exist?
bool has_all_files(const fs::path& folder, bool is_identifiable) {
  return fs::exists(folder / kResiduals) && fs::exists(folder / kIdentificationPage) &&
         fs::exists(folder / kFitted) == is_identifiable;
}

void report_fit(const studies::FitReport& report) {
  for (std::size_t j = 0; j < report.variables.size(); ++j) {
    const studies::FitVariable& v = report.variables[j];
    spdlog::info("{} = {:.6g} ± {:.2g}{}, 95 % confidence interval {:.6g} to {:.6g}", v.name, report.values[j],
                 report.standard_errors[j], v.unit == "-" ? "" : " " + v.unit, report.interval_low[j],
                 report.interval_high[j]);
  }
  if (report.are_deviations_known) {
    spdlog::info("residuals: root mean square of {:.4g} standard deviations, {} degrees of freedom",
                 report.residual_deviation(), report.degrees_of_freedom);
  } else {
    spdlog::info("residuals: standard deviation {:.4g}", report.residual_deviation());
  }
}

int identify_into(const fs::path& folder, studies::FittedRun& run, const IdentifyArguments& arguments,
                  const studies::FitIdentity& identity) {
  make_folder(folder);
  const FolderLock lock(folder);
  require_free_runs(folder, arguments);
  if (arguments.resume && !fs::exists(folder / kRuns) && fs::exists(folder / kIdentification)) {
    require_same(folder / kIdentification, identity);
    const bool is_identifiable = studies::is_identifiable(read_text_file(folder / kIdentification));
    if (has_all_files(folder, is_identifiable)) {
      spdlog::info("{}: is complete; see {}", run.configuration().name, (folder / kIdentification).string());
      if (is_identifiable) return kOk;
      spdlog::error("{}: the data do not tell all parameters; {} names them", run.configuration().name,
                    (folder / kIdentification).string());
      return kNotConverged;
    }
    spdlog::warn("{}: files of the results are missing, so the parameters are identified again",
                 run.configuration().name);
  }
  // Results without a finished search were left by a process that was killed while writing them.
  require_free_folder(folder, arguments.force || arguments.resume);
  studies::RunJournal journal(folder / kRuns, studies::journal_identity(identity));
  run.keep(journal);
  const std::string& name = run.configuration().name;
  const int starts = run.identification().starts;
  studies::FitReport report;
  try {
    report = studies::identify(run, [&](std::size_t searches, std::size_t runs) {
      spdlog::info("{}: {} of {} starts finished after {} runs", name, searches, starts, runs);
    });
  } catch (const Interrupted&) {
    spdlog::warn("{}: interrupted after {} runs; --resume continues", name, run.n_runs());
    return kInterrupted;
  }
  write_text_file(folder / kResiduals, studies::residuals_csv(report));
  replace_file(folder / kIdentification, studies::report_json(report, run.identification(), identity));
  write_identification_page(report, run.configuration(), "beltdyn identify " + arguments.config, folder);
  if (report.statistics.is_told()) write_text_file(folder / kFitted, report.fitted_configuration);
  // The results contain everything that the file of runs held.
  fs::remove(folder / kRuns);
  for (const std::string& warning : fit_warnings(report)) spdlog::warn("{}", warning);
  if (!report.statistics.is_told()) {
    spdlog::error("{}: {}", name, fmt::join(unidentifiable_messages(report), "; "));
    return kNotConverged;
  }
  report_fit(report);
  spdlog::info("{}: fitted with {} runs; the fitted configuration is {}, the report {}", name, report.n_runs,
               (folder / kFitted).string(), (folder / kIdentificationPage).string());
  return kOk;
}

}  // namespace

int identify(const IdentifyArguments& arguments, const Formulations& formulations) {
  if (arguments.quiet) spdlog::set_level(spdlog::level::warn);
  if (arguments.out.empty()) throw UsageError("--out has no folder; give one, or omit the option");
  config::JsonDocument document = config::JsonDocument::load(arguments.config);
  for (const std::string& assignment : arguments.assignments) document.set(assignment);
  const unsigned jobs = jobs_or_default(arguments.jobs);
  studies::FittedRun run(document, formulations,
                         [jobs](std::size_t count, const std::function<void(std::size_t)>& work) {
                           const auto counted = [&work](std::size_t i) {
                             work(i);
                             return true;
                           };
                           work_in_order(count, jobs, counted, [](std::size_t, bool) {});
                         });
  report_near_misses(run.configuration());
  take_stop_signals();
  const fs::path folder = fs::path(arguments.out) / run.configuration().name / "identify";
  const int exit_code = identify_into(folder, run, arguments, identity_of(run, formulations));
  if (arguments.json) print_summary(folder, run.configuration().name, exit_code);
  return exit_code;
}

}  // namespace beltdyn::app
