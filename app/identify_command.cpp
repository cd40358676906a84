// SPDX-License-Identifier: MIT
#include <chrono>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "app/commands.hpp"
#include "app/exit_code.hpp"
#include "app/folder_lock.hpp"
#include "app/in_order.hpp"
#include "app/logging.hpp"
#include "app/result_folder.hpp"
#include "app/run_messages.hpp"
#include "app/stop_signals.hpp"
#include "core/error.hpp"
#include "core/text_file.hpp"
#include "sweep/identifier.hpp"

namespace beltdyn::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kIdentification = "identification.json";
constexpr const char* kResiduals = "residuals.csv";
constexpr const char* kFitted = "fitted.json";
// From here on two parameters are told as nearly one.
constexpr double kStrongCorrelation = 0.95;
// A probability below this is worth a warning.
constexpr double kDoubtful = 0.01;

void require_free_folder(const fs::path& folder, bool force) {
  for (const char* name : {kIdentification, kResiduals, kFitted}) {
    refuse_link(folder / name);
    if (!fs::exists(folder / name)) continue;
    if (!force) {
      throw UsageError(fmt::format("{}: is there; choose another folder with --out, or replace it with --force",
                                   (folder / name).string()));
    }
    fs::remove(folder / name);
  }
}

void tell_values(const sweep::FitReport& report) {
  for (std::size_t j = 0; j < report.variables.size(); ++j) {
    const sweep::FitVariable& v = report.variables[j];
    spdlog::info("{} = {:.6g} ± {:.2g} {}, 95 % within {:.6g} and {:.6g}", v.name, report.values[j],
                 report.standard_errors[j], v.unit == "-" ? "" : v.unit, report.interval_low[j],
                 report.interval_high[j]);
    if (report.is_at_bound(j)) {
      spdlog::warn("{}: lies at a bound, so that its standard error says little; widen the bounds", v.name);
    }
  }
}

void tell_correlations(const sweep::FitReport& report) {
  const Eigen::MatrixXd& correlation = report.statistics.correlation;
  for (Eigen::Index i = 0; i < correlation.rows(); ++i) {
    for (Eigen::Index j = i + 1; j < correlation.cols(); ++j) {
      if (std::abs(correlation(i, j)) < kStrongCorrelation) continue;
      spdlog::info("{} and {} are correlated by {:.3f}: the data tell one of them, given the other, far better",
                   report.variables[static_cast<std::size_t>(i)].name,
                   report.variables[static_cast<std::size_t>(j)].name, correlation(i, j));
    }
  }
}

void tell_residuals(const sweep::FitReport& report) {
  const auto degrees = static_cast<double>(report.degrees_of_freedom);
  if (report.are_deviations_known) {
    spdlog::info("residuals: {:.4g} of their standard deviation (root mean square over {} degrees of freedom)",
                 report.residual_deviation(), report.degrees_of_freedom);
    if (sweep::chi_squared_probability(report.sum_of_squares, degrees) < kDoubtful) {
      spdlog::warn(
          "residuals are larger than the standard deviations allow: the model leaves something unexplained, or the "
          "deviations are too small");
    }
  } else {
    spdlog::info("residuals: standard deviation {:.4g}", report.residual_deviation());
  }
  for (const sweep::FittedSeries& series : report.series) {
    if (!series.whiteness || series.whiteness->ljung_box_probability >= kDoubtful) continue;
    spdlog::warn(
        "residuals of {} are not white (Ljung-Box, probability {:.2g}): the model leaves something unexplained, and "
        "standard errors are too small",
        series.column, series.whiteness->ljung_box_probability);
  }
}

// The combinations that the data cannot tell.
std::string untold_message(const sweep::FitReport& report) {
  std::string message = "identify: the data cannot tell";
  for (const sweep::UntoldDirection& direction : report.statistics.untold) {
    std::vector<std::string> names;
    for (const Eigen::Index j : direction.parameters) {
      names.push_back(report.variables[static_cast<std::size_t>(j)].name);
    }
    message += names.size() == 1
                   ? fmt::format(" {}, which hardly changes the curves;", names.front())
                   : fmt::format(" {} from each other: to change {} hardly changes the curves;",
                                 fmt::join(names, ", "), sweep::untold_text(report, direction));
  }
  return message + " fix one of them, give narrower bounds, or data that depend on it";
}

int identify_into(const fs::path& folder, sweep::FittedRun& run, const IdentifyArguments& arguments) {
  make_folder(folder);
  const FolderLock lock(folder);
  require_free_folder(folder, arguments.force);
  const StopSignals signals;
  const std::string& name = run.configuration().name;
  const int starts = run.identification().starts;
  sweep::FitReport report;
  try {
    report = sweep::identify(run, [&](std::size_t searches, std::size_t runs) {
      spdlog::info("{}: {} of {} starts after {} runs", name, searches, starts, runs);
    });
  } catch (const Interrupted&) {
    spdlog::warn("{}: interrupted after {} runs; nothing is written", name, run.n_runs());
    return kInterrupted;
  }
  write_text_file(folder / kResiduals, sweep::residuals_csv(report));
  replace_file(folder / kIdentification, sweep::report_json(report, run.identification()));
  if (!report.statistics.is_told()) throw SolverError(untold_message(report));
  write_text_file(folder / kFitted, report.fitted_configuration);
  tell_values(report);
  tell_correlations(report);
  tell_residuals(report);
  spdlog::info("{}: fitted by {} runs; {} is ready to run", name, report.n_runs, (folder / kFitted).string());
  return kOk;
}

}  // namespace

int identify(const IdentifyArguments& arguments, const Formulations& formulations) {
  if (arguments.quiet) spdlog::set_level(spdlog::level::warn);
  if (arguments.out.empty()) throw UsageError("--out names no folder; give one, or leave the option out");
  config::JsonDocument document = config::JsonDocument::load(arguments.config);
  for (const std::string& assignment : arguments.assignments) document.set(assignment);
  const unsigned jobs = jobs_or_default(arguments.jobs);
  sweep::FittedRun run(document, formulations,
                       [jobs](std::size_t count, const std::function<void(std::size_t)>& work) {
                         const auto counted = [&work](std::size_t i) {
                           work(i);
                           return true;
                         };
                         work_in_order(count, jobs, counted, [](std::size_t, bool) {});
                       });
  const fs::path folder = fs::path(arguments.out) / run.configuration().name / "identify";
  return identify_into(folder, run, arguments);
}

}  // namespace beltdyn::app
