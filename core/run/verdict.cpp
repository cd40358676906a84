// SPDX-License-Identifier: MIT
#include "core/run/verdict.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace beltdyn {
namespace {

std::string label_of(int pulley, std::span<const std::string> labels) {
  return labels.empty() ? std::to_string(pulley + 1) : labels[static_cast<std::size_t>(pulley)];
}

std::set<int> slipping_pulleys(const std::vector<GrossSlip>& intervals) {
  std::set<int> pulleys;
  for (const GrossSlip& slip : intervals) pulleys.insert(slip.pulley);
  return pulleys;
}

// "from 0.2 s to the end at 1 s"
std::string when(const std::vector<GrossSlip>& intervals, double end_time) {
  const double begin = intervals.front().begin;
  const double end = intervals.back().end;
  const std::string until = end >= end_time ? fmt::format("the end at {:.4g} s", end) : fmt::format("{:.4g} s", end);
  if (intervals.size() == 1 && begin == end) return "at " + until;
  if (intervals.size() == 1) return fmt::format("from {:.4g} s to {}", begin, until);
  double total = 0.0;
  for (const GrossSlip& slip : intervals) total += slip.end - slip.begin;
  if (total == 0.0)
    return fmt::format("between {:.4g} s and {}, in {} rows of the history", begin, until, intervals.size());
  return fmt::format("between {:.4g} s and {}, in {} intervals of {:.3g} s in all", begin, until, intervals.size(),
                     total);
}

// What the surface of the pulley does where belt or rope slips.
std::string_view slip_direction_text(const std::vector<GrossSlip>& intervals) {
  const auto is_forward = [](const GrossSlip& slip) { return slip.direction > 0; };
  if (std::ranges::all_of(intervals, is_forward)) return "lags";
  return std::ranges::none_of(intervals, is_forward) ? "runs ahead" : "runs ahead and lags in turn";
}

}  // namespace

int open_balances(const RunReport& report) {
  return static_cast<int>(
      std::ranges::count_if(report.balances, [](const BalanceOutcome& balance) { return balance.is_open(); }));
}

bool is_clean(const RunReport& report) {
  return report.status == RunStatus::complete && open_balances(report) == 0 && report.gross_slips.empty() &&
         report.findings.empty();
}

std::string verdict(const RunReport& report) {
  const int n_open = open_balances(report);
  // "ended", not "complete": a run with violated balances reached its end, but its results are not reliable.
  std::string text(n_open > 0 && report.status == RunStatus::complete ? "ended" : to_string(report.status));
  if (n_open > 0) text += fmt::format(", {} {} not closed", n_open, n_open == 1 ? "balance" : "balances");
  std::vector<std::string> labels;
  for (const int pulley : slipping_pulleys(report.gross_slips))
    labels.push_back(label_of(pulley, report.pulley_labels));
  if (!labels.empty()) {
    text += fmt::format(", gross slip on {} {}", labels.size() == 1 ? "pulley" : "pulleys", fmt::join(labels, ", "));
  }
  for (const Finding& finding : report.findings) text += ", " + finding.verdict;
  return text;
}

std::vector<std::string> gross_slip_remarks(const std::vector<GrossSlip>& intervals, double end_time,
                                            std::span<const std::string> pulley_labels) {
  std::vector<std::string> sentences;
  for (const int pulley : slipping_pulleys(intervals)) {
    std::vector<GrossSlip> own;
    std::ranges::copy_if(intervals, std::back_inserter(own),
                         [pulley](const GrossSlip& slip) { return slip.pulley == pulley; });
    sentences.push_back(fmt::format("slip over the whole arc of pulley {} {}: its surface {}",
                                    label_of(pulley, pulley_labels), when(own, end_time), slip_direction_text(own)));
  }
  if (!sentences.empty()) {
    sentences.emplace_back(
        "friction cannot transmit more; unless gross slip is intended, increase friction, wrap or the force on the "
        "pulley, or reduce the torque of the load, drive or brake on it");
  }
  return sentences;
}

std::vector<std::string> remarks(const RunReport& report) {
  std::vector<std::string> sentences = gross_slip_remarks(report.gross_slips, report.reached, report.pulley_labels);
  for (const Finding& finding : report.findings) sentences.push_back(finding.remark);
  for (const Conclusion& conclusion : report.conclusions) {
    if (conclusion.is_doubtful) sentences.push_back(conclusion.message);
  }
  return sentences;
}

}  // namespace beltdyn
