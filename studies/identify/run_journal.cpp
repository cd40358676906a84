// SPDX-License-Identifier: MIT
#include "studies/identify/run_journal.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/json.hpp"

namespace beltdyn::studies {
namespace {

constexpr char kJournalSeparator = ' ';

std::string entry_text(const std::string& key, const std::vector<RunTrial>& trials) {
  Json list = Json::array();
  for (const RunTrial& trial : trials) {
    if (trial.succeeds()) {
      list.push_back({{"time", trial.curve.time}, {"values", trial.curve.values}});
    } else {
      list.push_back({{"failure", trial.failure}});
    }
  }
  return Json{{"key", key}, {"trials", list}}.dump();
}

RunTrial trial_of(const Json& trial) {
  if (trial.contains("failure")) return {.curve = {}, .failure = trial.at("failure").get<std::string>()};
  return {.curve = {.time = trial.at("time").get<std::vector<double>>(),
                    .values = trial.at("values").get<std::vector<std::vector<double>>>()}};
}

bool is_whole(const RunTrial& trial) {
  return !trial.succeeds() ||
         (!trial.curve.time.empty() &&
          std::ranges::adjacent_find(trial.curve.time, std::greater_equal<>()) == trial.curve.time.end() &&
          std::ranges::all_of(trial.curve.values,
                              [&trial](const auto& values) { return values.size() == trial.curve.time.size(); }));
}

bool read_entry(std::string_view text, JournalEntries& entries) {
  const std::optional<Json> entry = Json::try_parse(text);
  if (!entry || !entry->is_object()) return false;
  try {
    std::vector<RunTrial> trials;
    for (const Json& trial : entry->at("trials")) trials.push_back(trial_of(trial));
    const bool is_sound = !trials.empty() && std::ranges::all_of(trials, is_whole);
    if (is_sound) entries.insert_or_assign(entry->at("key").get<std::string>(), std::move(trials));
    return is_sound;
  } catch (const JsonError&) {
    return false;
  }
}

}  // namespace

double RunCurve::at(std::size_t column, double t) const {
  const std::vector<double>& value = values[column];
  const auto after = std::ranges::lower_bound(time, t);
  if (after == time.begin()) return value.front();
  if (after == time.end()) return value.back();
  const auto i = static_cast<std::size_t>(after - time.begin());
  return value[i - 1] + (value[i] - value[i - 1]) * (t - time[i - 1]) / (time[i] - time[i - 1]);
}

RunJournal::RunJournal(std::filesystem::path path, const std::string& identity)
    : lines_(std::move(path), kJournalSeparator) {
  if (const std::optional<std::string> text = lines_.read()) {
    entries_ = parse_journal(lines_.path().string(), identity, *text);
  }
  n_read_ = entries_.size();
  std::string text = checked_line(identity, kJournalSeparator);
  for (const auto& [key, trials] : entries_) text += checked_line(entry_text(key, trials), kJournalSeparator);
  lines_.begin(text);
}

JournalEntries parse_journal(std::string_view file, std::string_view identity, std::string_view text) {
  JournalEntries entries;
  visit_whole_lines(text, [&](std::size_t line, std::string_view whole) {
    const std::string_view entry = text_of_checked_line(whole, kJournalSeparator).value_or(std::string_view());
    if (line == 1 && !entry.empty()) {
      if (entry == identity) return;
      throw UsageError(fmt::format(
          "{}: belongs to another identification or version; choose another folder with --out, or replace it with "
          "--force",
          file));
    }
    if (entry.empty() || !read_entry(entry, entries)) {
      throw IoError(
          fmt::format("{}:{}: the line is damaged; remove it, or the file, and resume with --resume", file, line));
    }
  });
  return entries;
}

const std::vector<RunTrial>* RunJournal::find(const std::string& key) const {
  const std::lock_guard guard(mutex_);
  const auto entry = entries_.find(key);
  return entry == entries_.end() ? nullptr : &entry->second;
}

void RunJournal::add(const std::string& key, std::vector<RunTrial> trials) {
  const std::string text = entry_text(key, trials);
  const std::lock_guard guard(mutex_);
  lines_.add(text);
  entries_.insert_or_assign(key, std::move(trials));
}

}  // namespace beltdyn::studies
