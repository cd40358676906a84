// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "app/commands.hpp"
#include "app/exit_code.hpp"
#include "app/folder_lock.hpp"
#include "app/in_order.hpp"
#include "app/logging.hpp"
#include "app/preflight.hpp"
#include "app/result_folder.hpp"
#include "app/results.hpp"
#include "app/run_messages.hpp"
#include "app/sweep_results.hpp"
#include "core/base/error.hpp"
#include "core/base/stop_signals.hpp"
#include "core/base/stopwatch.hpp"
#include "core/base/text_file.hpp"
#include "core/base/version.hpp"
#include "studies/sweep/member_runner.hpp"
#include "studies/sweep/sweep_files.hpp"
#include "studies/sweep/sweep_table.hpp"

namespace beltdyn::app {
namespace {

namespace fs = std::filesystem;
using studies::Member;

// The part of a sweep that one process carries out.
struct SweepTask : SweepFolder {
  const SweepArguments& arguments;
  studies::Shard shard;
};

std::string identity_of(const studies::MemberRunner& runner, const std::string& configuration) {
  return fmt::format(
      "{{\"format\": \"beltdyn-sweep/1\", \"version\": \"{}\", \"members\": {}, \"configuration\": {}}}\n",
      build_info().version, runner.size(), configuration);
}

// Throws UsageError if the folder belongs to another sweep.
void require_own_folder(const SweepTask& task, const std::string& identity) {
  const fs::path path = task.folder / kSweepIdentity;
  refuse_link(path);
  const std::optional<std::string> there = read_regular_file(path);
  if (there && *there != identity) {
    throw UsageError(fmt::format("{}: belongs to a different sweep or version; choose another folder with --out{}",
                                 task.folder.string(), task.arguments.collect ? "" : ", or replace it with --force"));
  }
  if (!there && task.arguments.collect) {
    throw UsageError(
        fmt::format("{}: contains no sweep; give the folder of its shards with --out", task.folder.string()));
  }
}

// Each shard locks a folder of its own, so that shards do not exclude each other.
FolderLock lock_shard(const SweepTask& task) {
  return FolderLock(task.folder / fmt::format(".lock-{}-of-{}", task.shard.index, task.shard.count),
                    FolderLock::Folder::own);
}

// Computes the missing members of a shard and returns the exit code.
class ShardRun {
 public:
  ShardRun(const SweepTask& task, studies::ShardFile& file) : task_(task), file_(file) {
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
    file_.open();
    work_in_order(
        chains_.size(), jobs_or_default(task_.arguments.jobs), [&](std::size_t i) { return work(chains_[i], line); },
        [](std::size_t, bool) {});
    const double seconds = stopwatch_.seconds();
    spdlog::info("{}: {} members in {:.3g} s, {:.4g} per second", task_.runner.configuration().name, done_, seconds,
                 static_cast<double>(done_) / seconds);
    if (done_ == n_missing_) return kOk;
    spdlog::warn("{}: interrupted with {} of {} members remaining; continue with --resume",
                 task_.runner.configuration().name, n_missing_ - done_, n_missing_);
    return kInterrupted;
  }

 private:
  // Computes a chain from its begin; earlier members are computed again, with the same results.
  bool work(std::size_t first, ProgressLine& line) {
    if (stop_signal != 0) return false;
    try {
      task_.runner.run_chain(first, [&](std::size_t index, const Member& member) {
        const std::lock_guard guard(mutex_);
        if (file_.rows().contains(index)) return;
        file_.add(index, studies::row_text(index, member));
        ++done_;
        line.show_members(done_, n_missing_, stopwatch_.seconds());
      });
    } catch (const Interrupted&) {
      return false;
    }
    return true;
  }

  const SweepTask& task_;
  studies::ShardFile& file_;
  std::vector<std::size_t> chains_;  // first members of the chains in which a member is missing
  std::size_t n_missing_ = 0;
  RunMessages all_messages_;
  std::mutex mutex_;
  std::size_t done_ = 0;
  Stopwatch stopwatch_;
};

// Prints the progress of the sweep if requested; returns the exit code.
int summarised(const SweepTask& task, const studies::Rows& rows, int exit_code) {
  if (!task.arguments.json) return exit_code;
  const std::size_t n_parameters = task.runner.sweep().parameters.size();
  print_sweep_summary({.name = task.runner.configuration().name,
                       .n_members = task.runner.size(),
                       .shard = task.arguments.collect ? studies::Shard{} : task.shard,
                       .status = studies::table_of(rows, task.columns, n_parameters).status},
                      exit_code, sweep_files(task.folder));
  return exit_code;
}

int collect(const SweepTask& task) {
  const studies::Rows rows = studies::collect_rows(task.folder, task.columns);
  const std::string missing = studies::missing_members(rows, task.runner.size());
  if (!missing.empty()) {
    throw IoError(fmt::format("{}: members {} are missing; run their shards again with --resume, then collect",
                              task.folder.string(), missing));
  }
  write_sweep_results(task, rows);
  return summarised(task, rows, kOk);
}

// Does the folder contain the complete table, and no rows of shards?
bool has_only_table(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / kSweepTable) &&
         std::none_of(fs::directory_iterator(folder, error), {}, [](const fs::directory_entry& entry) {
           return entry.path().filename().string().starts_with("rows-");
         });
}

int report_complete(const SweepTask& task) {
  spdlog::info("{}: complete; its table is {}", task.runner.configuration().name, (task.folder / kSweepTable).string());
  return summarised(task, studies::rows_of_table(read_text_file(task.folder / kSweepTable)), kOk);
}

int run_shard(const SweepTask& task, const std::string& identity) {
  make_folder(task.folder);
  const FolderLock lock = lock_shard(task);
  if (task.arguments.force) {
    if (task.shard.count > 1) {
      throw UsageError(
          "--force: would remove the results of other shards; remove the folder, or continue with --resume");
    }
    remove_sweep_results(task.folder);
  }
  require_own_folder(task, identity);
  const fs::path rows = task.folder / task.shard.file();
  const bool is_done = has_only_table(task.folder);
  if ((is_done || fs::exists(rows)) && !task.arguments.resume) {
    throw UsageError(
        fmt::format("{}: already contains members; choose another folder with --out, replace them with --force, or "
                    "continue with --resume",
                    (is_done ? task.folder / kSweepTable : rows).string()));
  }
  if (is_done) return report_complete(task);
  studies::ShardFile file(rows, task.columns);
  replace_file(task.folder / kSweepIdentity, identity);
  const int exit_code = ShardRun(task, file).carry_out();
  if (exit_code != kOk) return summarised(task, file.rows(), exit_code);
  if (task.shard.count == 1) {
    const int collected = collect(task);
    // The table contains all rows.
    fs::remove(rows);
    return collected;
  }
  spdlog::info("{}: shard {} of {} is complete; once all are, --collect writes the table",
               task.runner.configuration().name, task.shard.index, task.shard.count);
  return summarised(task, file.rows(), kOk);
}

}  // namespace

int sweep_members(const SweepArguments& arguments, const Formulations& formulations) {
  if (arguments.quiet) spdlog::set_level(spdlog::level::warn);
  if (arguments.out.empty()) throw UsageError("--out has no folder; give one, or omit the option");
  config::JsonDocument document = config::JsonDocument::load(arguments.config);
  for (const std::string& assignment : arguments.assignments) document.set(assignment);
  studies::MemberRunner runner(document, formulations);
  if (arguments.member) {
    if (*arguments.member >= runner.size()) {
      throw UsageError(
          fmt::format("--member {}: no such member; the members are 0 to {}", *arguments.member, runner.size() - 1));
    }
    std::puts(runner.configuration_of(*arguments.member).c_str());
    return kOk;
  }
  const SweepTask task{
      {.runner = runner,
       .folder = fs::path(arguments.out) / runner.configuration().name / "sweep",
       .file = arguments.config,
       .configuration = resolved_configuration(runner.configuration(), formulations),
       .columns = runner.columns()},
      arguments,
      arguments.shard.empty() ? studies::shard_of_environment() : studies::parse_shard(arguments.shard)};
  if (arguments.keep != "none") {
    runner.keep(arguments.keep == "all" ? studies::Keep::all : studies::Keep::history, task.folder / kSweepMembers);
  }
  take_stop_signals();
  const std::string identity = identity_of(runner, task.configuration);
  if (!arguments.collect) {
    report_near_misses(runner.configuration());
    return run_shard(task, identity);
  }
  require_own_folder(task, identity);
  return has_only_table(task.folder) ? report_complete(task) : collect(task);
}

}  // namespace beltdyn::app
