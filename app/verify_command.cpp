// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "app/commands.hpp"
#include "app/exhibits.hpp"
#include "app/exit_code.hpp"
#include "app/in_order.hpp"
#include "app/machine.hpp"
#include "app/results.hpp"
#include "app/verification_report.hpp"
#include "core/base/error.hpp"
#include "core/base/printable.hpp"
#include "core/base/stopwatch.hpp"
#include "core/base/text_file.hpp"
#include "verification/all_cases.hpp"
#include "verification/judge.hpp"
#include "verification/keys/key_matrix.hpp"
#include "verification/report.hpp"
#include "verification/verification_case.hpp"

namespace beltdyn::app {
namespace {

using verification::CaseResult;
using verification::Measurement;

void print(const CaseResult& result) {
  if (!result.skipped.empty()) fmt::print("SKIP {} {}\n", result.item->id, printable(result.skipped));
  if (!result.failure.empty()) {
    fmt::print("FAIL {} run measured=nan reference=nan error=nan tolerance=nan\n", result.item->id);
    spdlog::error("{}: {}", result.item->id, result.failure);
  }
  for (const Measurement& m : result.measurements) {
    std::string quantity = m.quantity;
    std::replace(quantity.begin(), quantity.end(), ' ', '_');
    fmt::print("{} {} {} measured={:.12g} reference={:.12g} error={:.3g} tolerance={:.3g}\n",
               m.passes() ? "PASS" : "FAIL", result.item->id, quantity, m.measured, m.reference, m.error, m.tolerance);
  }
  std::fflush(stdout);
}

struct TimedResult {
  CaseResult result;
  double seconds{};
};

// Runs the cases, several in parallel, and calls take(result) in the order of the cases.
template <class Take>
void run_cases(const std::vector<const verification::VerificationCase*>& cases, const verification::PublishedData& data,
               unsigned jobs, const Take& take) {
  const auto work = [&cases, &data](std::size_t i) {
    const Stopwatch stopwatch;
    CaseResult result = verification::judge(*cases[i], data);
    return TimedResult{.result = std::move(result), .seconds = stopwatch.seconds()};
  };
  work_in_order(cases.size(), jobs, work, [&take](std::size_t, TimedResult result) { take(std::move(result)); });
}

// Writes verify.json and the pages.
void write_reports(const VerifyArguments& arguments, const Formulations& formulations,
                   const verification::PublishedData& data, std::vector<CaseResult> results,
                   report::MachineFacts machine) {
  const std::filesystem::path out(arguments.out);
  refuse_link(out / "verify.json");
  write_text_file(out / "verify.json", verification::json_report(results));
  report::VerificationContent content{.results = std::move(results),
                                      .is_selection = arguments.quick || !arguments.ids.empty()};
  const Stopwatch stopwatch;
  const ExhibitOptions options{
      .folder = out / "runs", .data = data, .quick = arguments.quick, .ids = arguments.ids, .jobs = arguments.jobs};
  Exhibits exhibits = make_exhibits(options, formulations);
  if (!content.is_selection) {
    if (auto serpentine = run_serpentine(options.folder, formulations)) exhibits.playable.push_back(*serpentine);
  }
  add_exhibits(content, std::move(exhibits), options.folder, formulations);
  machine.times.emplace_back("figures of the papers", stopwatch.seconds());
  content.machine = std::move(machine);
  write_verification_report(std::move(content), out / "report");
}

// The table of README.md must contain all cases, so none may be skipped for lack of data.
void require_data_of(const std::vector<const verification::VerificationCase*>& cases,
                     const verification::PublishedData& data) {
  for (const auto* item : cases) {
    if (const std::optional<std::string> reason = data.lacks(item->published_files)) {
      throw UsageError(fmt::format("--update-readme writes the table of all cases, but {} {}", item->id, *reason));
    }
  }
}

}  // namespace

int verify(const VerifyArguments& arguments, const Formulations& formulations) {
  if (!arguments.keys.empty()) {
    write_text_file(arguments.keys, verification::key_matrix_page(verification::KeyMatrix::of_belt_drive()));
    return kOk;
  }
  if (!arguments.readme.empty() && (arguments.quick || !arguments.ids.empty())) {
    throw UsageError("--update-readme writes the table of all cases; give neither ids nor --quick with it");
  }
  const auto selected = verification::select_cases(arguments.ids, arguments.quick);
  if (arguments.list) {
    for (const auto* item : selected) fmt::print("{}\n", item->id);
    return kOk;
  }
  if (!arguments.out.empty()) {
    make_folder(std::filesystem::path(arguments.out) / "report");
    claim_runs_folder(std::filesystem::path(arguments.out) / "runs");
  }

  if (!arguments.data.empty() && !std::filesystem::is_directory(arguments.data)) {
    throw UsageError(arguments.data + ": is not a folder of published data; correct --data or BELTDYN_DATA");
  }
  const verification::PublishedData data(arguments.data);
  if (!arguments.readme.empty()) require_data_of(selected, data);

  std::vector<CaseResult> results;
  report::MachineFacts machine = this_machine();
  run_cases(selected, data, jobs_or_default(arguments.jobs), [&](TimedResult item) {
    if (!arguments.json) print(item.result);
    machine.times.emplace_back(item.result.item->id, item.seconds);
    results.push_back(std::move(item.result));
  });
  const verification::Totals totals = verification::count(results);
  const std::string ending = arguments.json ? verification::json_report(results) : verification::summary(totals) + '\n';
  if (!arguments.readme.empty() && totals.failed == 0) verification::update_readme(arguments.readme, results);
  if (!arguments.out.empty()) write_reports(arguments, formulations, data, std::move(results), std::move(machine));
  fmt::print("{}", ending);
  return totals.failed == 0 ? kOk : kToleranceMissed;
}

}  // namespace beltdyn::app
