// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "app/commands.hpp"
#include "app/exit_code.hpp"
#include "app/results.hpp"
#include "core/error.hpp"
#include "verification/report.hpp"
#include "verification/verification_case.hpp"

namespace beltdyn::app {
namespace {

using verification::CaseResult;
using verification::Measurement;

void print(const CaseResult& result) {
  if (!result.skip_reason.empty()) fmt::print("SKIP {} {}\n", result.item->id, result.skip_reason);
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

CaseResult run_case(const verification::VerificationCase& item, const verification::Context& context) {
  CaseResult result{.item = &item};
  try {
    verification::Record record;
    item.run(record, context);
    result.measurements = record.measurements();
    result.skip_reason = record.skip_reason();
  } catch (const SolverError& error) {
    result.failure = error.what();
  }
  return result;
}

void write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream << text;
  stream.close();
  if (!stream) throw IoError(path.string() + ": cannot be written; check permissions and free space");
}

}  // namespace

int verify(const VerifyArguments& arguments, const Formulations&) {
  const auto selected = verification::select_cases(arguments.ids, arguments.quick);
  if (arguments.list) {
    for (const auto* item : selected) fmt::print("{}\n", item->id);
    return kOk;
  }
  if (!arguments.out.empty()) make_folder(std::filesystem::path(arguments.out) / "report");

  std::vector<CaseResult> results;
  for (const auto* item : selected) {
    results.push_back(run_case(*item, {.data = arguments.data}));
    print(results.back());
  }
  const verification::Totals totals = verification::count(results);
  if (!arguments.out.empty()) {
    const std::filesystem::path out(arguments.out);
    write_text(out / "verify.json", verification::json_report(results));
    write_text(out / "report" / "index.html", verification::html_report(results));
    spdlog::info("the report is {}", (out / "report" / "index.html").string());
  }
  if (!arguments.readme.empty()) verification::update_readme(arguments.readme, results);
  fmt::print("{} passed, {} failed\n", totals.passed, totals.failed);
  return totals.failed == 0 ? kOk : kToleranceMissed;
}

}  // namespace beltdyn::app
