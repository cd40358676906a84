// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "app/commands.hpp"
#include "app/exit_code.hpp"
#include "app/folder_lock.hpp"
#include "app/in_order.hpp"
#include "app/logging.hpp"
#include "app/result_folder.hpp"
#include "app/results.hpp"
#include "app/run_messages.hpp"
#include "app/stop_signals.hpp"
#include "core/csv_table.hpp"
#include "core/error.hpp"
#include "core/text_file.hpp"
#include "core/version.hpp"
#include "plots/sensitivity_figure.hpp"
#include "plots/sweep_figure.hpp"
#include "sweep/member_runner.hpp"
#include "sweep/netcdf_table.hpp"
#include "sweep/sensitivity.hpp"
#include "sweep/sweep_files.hpp"
#include "sweep/sweep_table.hpp"

namespace beltdyn::app {
namespace {

namespace fs = std::filesystem;
using sweep::Member;

constexpr const char* kTable = "sweep.csv";
constexpr const char* kSensitivities = "sensitivity.csv";
constexpr const char* kNetcdfTable = "sweep.nc";
// What tells this sweep from any other.
constexpr const char* kIdentity = "sweep.json";

// What a process does of a sweep.
struct SweepTask {
  const sweep::MemberRunner& runner;
  const SweepArguments& arguments;
  fs::path folder;
  std::string configuration;  // resolved, as JSON
  std::vector<std::string> columns;
  sweep::Shard shard;
};

std::string identity_of(const sweep::MemberRunner& runner, const std::string& configuration) {
  return fmt::format(
      "{{\"format\": \"beltdyn-sweep/1\", \"version\": \"{}\", \"members\": {}, \"configuration\": {}}}\n",
      build_info().version, runner.size(), configuration);
}

// Throws UsageError if another sweep has the folder.
void require_own_folder(const SweepTask& task, const std::string& identity) {
  const fs::path path = task.folder / kIdentity;
  refuse_link(path);
  const std::optional<std::string> there = read_regular_file(path);
  if (there && *there != identity) {
    throw UsageError(fmt::format("{}: belongs to another sweep or version; choose another folder with --out{}",
                                 task.folder.string(), task.arguments.collect ? "" : ", or replace it with --force"));
  }
  if (!there && task.arguments.collect) {
    throw UsageError(
        fmt::format("{}: holds no sweep; give with --out the folder in which its shards ran", task.folder.string()));
  }
}

void remove_sweep(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files{folder / kTable, folder / kNetcdfTable, folder / kSensitivities, folder / kIdentity};
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("rows-") && name.ends_with(".csv")) files.push_back(entry.path());
  }
  for (const fs::path& file : files) fs::remove(file, error);
}

// Each shard has a folder of its own to lock, so that two of them do not keep each other out.
class ShardLock {
 public:
  explicit ShardLock(const SweepTask& task)
      : folder_(task.folder / fmt::format(".lock-{}-of-{}", task.shard.index, task.shard.count)) {
    make_folder(folder_);
    lock_.emplace(folder_);
  }
  ~ShardLock() {
    lock_.reset();
    std::error_code ignored;
    fs::remove(folder_, ignored);
  }
  ShardLock(const ShardLock&) = delete;
  ShardLock& operator=(const ShardLock&) = delete;

 private:
  fs::path folder_;
  std::optional<FolderLock> lock_;
};

// Carries out what is missing of a shard; returns the exit code.
class ShardRun {
 public:
  ShardRun(const SweepTask& task, sweep::ShardFile& file) : task_(task), file_(file) {
    const std::size_t length = task.runner.chain_length();
    for (std::size_t first = 0; first < task.runner.size(); first += length) {
      if (!task.shard.has(first / length)) continue;
      const std::size_t before = n_missing_;
      for (std::size_t i = first; i < std::min(task.runner.size(), first + length); ++i) {
        if (!file.rows().contains(i)) ++n_missing_;
      }
      if (n_missing_ > before) chains_.push_back(first);
    }
  }

  int carry_out() {
    RunMessages::Run messages(all_messages_, 0);
    ProgressLine line(task_.runner.configuration().name, messages, task_.arguments.quiet);
    const StopSignals signals;
    file_.open();
    work_in_order(
        chains_.size(), jobs_or_default(task_.arguments.jobs), [&](std::size_t i) { return work(chains_[i], line); },
        [](std::size_t, bool) {});
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    spdlog::info("{}: {} members in {:.3g} s, {:.4g} a second", task_.runner.configuration().name, done_, seconds,
                 static_cast<double>(done_) / seconds);
    if (done_ == n_missing_) return kOk;
    spdlog::warn("{}: interrupted with {} of {} members to go; --resume goes on", task_.runner.configuration().name,
                 n_missing_ - done_, n_missing_);
    return kInterrupted;
  }

 private:
  using Clock = std::chrono::steady_clock;

  // Carries out a chain from its beginning; what is there of it is computed again and comes out the same.
  bool work(std::size_t first, ProgressLine& line) {
    if (stop_signal != 0) return false;
    try {
      task_.runner.run_chain(first, [&](std::size_t index, const Member& member) {
        const std::lock_guard guard(mutex_);
        if (file_.rows().contains(index)) return;
        file_.add(index, sweep::row_text(index, member));
        ++done_;
        line.show_members(done_, n_missing_, std::chrono::duration<double>(Clock::now() - start_).count());
      });
    } catch (const Interrupted&) {
      return false;
    }
    return true;
  }

  const SweepTask& task_;
  sweep::ShardFile& file_;
  std::vector<std::size_t> chains_;  // first members of those in which a member is missing
  std::size_t n_missing_ = 0;
  RunMessages all_messages_;
  std::mutex mutex_;
  std::size_t done_ = 0;
  Clock::time_point start_ = Clock::now();
};

// Members without results, of which the rows tell why.
void tell_incomplete(const SweepTask& task, const sweep::SweepTable& table) {
  const auto complete = static_cast<std::size_t>(std::ranges::count(table.status, sweep::kComplete));
  const std::size_t incomplete = table.members.size() - complete;
  if (incomplete == 0) return;
  spdlog::warn("{}: {} of {} members have no results; the column message tells why", task.runner.configuration().name,
               incomplete, table.members.size());
}

// What the figure shows: members that came to their end.
plots::SweepTable shown_table(const SweepTask& task, const sweep::SweepTable& whole) {
  const Sweep& sweep = task.runner.sweep();
  const auto first_quantity = whole.columns.begin() + static_cast<std::ptrdiff_t>(whole.n_parameters);
  plots::SweepTable table{.parameters = {whole.columns.begin(), first_quantity},
                          .quantities = {first_quantity, whole.columns.end()},
                          .members = whole.numbers};
  if (sweep.design.type == SweepDesign::Type::grid) {
    for (const SweepParameter& p : sweep.parameters) table.grid.push_back(listed_values(p.values).size());
  }
  return table;
}

// What a table says of the whole sweep.
std::vector<std::pair<std::string, std::string>> attributes_of(const SweepTask& task) {
  return {{"title", task.runner.configuration().name},
          {"source", fmt::format("BeltDyn {}", build_info().version)},
          {"configuration", task.configuration}};
}

plots::SensitivityPanel panel_of(const sweep::Sensitivity& sensitivity, const sweep::SweepTable& table) {
  constexpr sweep::SobolIndex kNone{.value = NAN, .low = NAN, .high = NAN};
  plots::SensitivityPanel panel{.quantity = table.columns[table.n_parameters + sensitivity.quantity],
                                .explained = sensitivity.explained};
  for (std::size_t i = 0; i < sensitivity.effects.size(); ++i) {
    const sweep::Effect& effect = sensitivity.effects[i];
    const sweep::SobolIndex first = effect.first.value_or(kNone);
    const sweep::SobolIndex total = effect.total.value_or(kNone);
    panel.bars.push_back({.parameter = std::string(split_header(table.columns[i]).name),
                          .per_deviation = effect.per_deviation,
                          .first = first.value,
                          .first_low = first.low,
                          .first_high = first.high,
                          .total = total.value,
                          .total_low = total.low,
                          .total_high = total.high});
  }
  return panel;
}

// Draws a figure of the sweep and says where it is.
void draw(const SweepTask& task, const plots::FigureFiles& files, std::string_view name) {
  const fs::path figures = task.folder / "figures";
  make_folder(figures);
  if (draw_svg(files, std::string(name), figures)) {
    spdlog::info("{}: its figure is {}", task.runner.configuration().name,
                 (figures / fmt::format("{}.svg", name)).string());
  }
}

// What each parameter does, of members that are spread.
void write_sensitivities(const SweepTask& task, const sweep::SweepTable& table) {
  const std::vector<sweep::Sensitivity> all = sweep::sensitivities(task.runner.sweep(), table.numbers);
  if (all.empty()) return;
  replace_file(task.folder / kSensitivities, sweep::sensitivity_text(all, table.columns));
  std::vector<plots::SensitivityPanel> panels;
  for (const sweep::Sensitivity& each : all) panels.push_back(panel_of(each, table));
  draw(task, plots::sensitivity_figure(panels), plots::kSensitivityFigure);
}

int collect(const SweepTask& task) {
  const sweep::Rows rows = sweep::collect_rows(task.folder, task.columns);
  const std::string missing = sweep::missing_members(rows, task.runner.size());
  if (!missing.empty()) {
    throw IoError(fmt::format("{}: members {} are missing; run their shards again with --resume, then collect",
                              task.folder.string(), missing));
  }
  const sweep::SweepTable table = sweep::table_of(rows, task.columns, task.runner.sweep().parameters.size());
  replace_file(task.folder / kTable, sweep::table_text(task.columns, rows));
  sweep::write_netcdf(task.folder / kNetcdfTable, table, attributes_of(task));
  tell_incomplete(task, table);
  draw(task, plots::sweep_figure(shown_table(task, table)), plots::kSweepFigure);
  write_sensitivities(task, table);
  spdlog::info("{}: the table of {} members is {}", task.runner.configuration().name, rows.size(),
               (task.folder / kTable).string());
  return kOk;
}

int run_shard(const SweepTask& task, const std::string& identity) {
  make_folder(task.folder);
  const ShardLock lock(task);
  if (task.arguments.force) {
    if (task.shard.count > 1) {
      throw UsageError("--force: would remove what other shards have; remove the folder, or go on with --resume");
    }
    remove_sweep(task.folder);
  }
  require_own_folder(task, identity);
  const fs::path rows = task.folder / task.shard.file();
  if (fs::exists(rows) && !task.arguments.resume) {
    throw UsageError(fmt::format(
        "{}: holds members; choose another folder with --out, replace them with --force, or go on with --resume",
        rows.string()));
  }
  sweep::ShardFile file(rows, task.columns);
  replace_file(task.folder / kIdentity, identity);
  const int exit_code = ShardRun(task, file).carry_out();
  if (exit_code != kOk) return exit_code;
  if (task.shard.count == 1) return collect(task);
  spdlog::info("{}: shard {} of {} is complete; --collect makes the table when all are",
               task.runner.configuration().name, task.shard.index, task.shard.count);
  return kOk;
}

}  // namespace

int sweep_members(const SweepArguments& arguments, const Formulations& formulations) {
  if (arguments.quiet) spdlog::set_level(spdlog::level::warn);
  if (arguments.out.empty()) throw UsageError("--out names no folder; give one, or leave the option out");
  config::JsonDocument document = config::JsonDocument::load(arguments.config);
  for (const std::string& assignment : arguments.assignments) document.set(assignment);
  const sweep::MemberRunner runner(document, formulations);
  if (arguments.member) {
    if (*arguments.member >= runner.size()) {
      throw UsageError(
          fmt::format("--member {}: there is none; members are 0 to {}", *arguments.member, runner.size() - 1));
    }
    std::puts(runner.configuration_of(*arguments.member).c_str());
    return kOk;
  }
  const SweepTask task{
      .runner = runner,
      .arguments = arguments,
      .folder = fs::path(arguments.out) / runner.configuration().name / "sweep",
      .configuration = resolved_configuration(runner.configuration(), formulations),
      .columns = runner.columns(),
      .shard = arguments.shard.empty() ? sweep::shard_of_environment() : sweep::parse_shard(arguments.shard)};
  const std::string identity = identity_of(runner, task.configuration);
  if (!arguments.collect) return run_shard(task, identity);
  require_own_folder(task, identity);
  return collect(task);
}

}  // namespace beltdyn::app
