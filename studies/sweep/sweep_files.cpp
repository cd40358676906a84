// SPDX-License-Identifier: MIT
#include "studies/sweep/sweep_files.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/csv_table.hpp"
#include "core/base/error.hpp"

namespace beltdyn::studies {
namespace {

namespace fs = std::filesystem;

constexpr char kShardSeparator = ',';  // a shard is a CSV file

constexpr std::size_t kMostShards = 1'000'000;

std::optional<std::size_t> whole_number(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<std::size_t> environment_number(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? std::nullopt : whole_number(text);
}

}  // namespace

fs::path Shard::file() const { return fmt::format("rows-{}-of-{}.csv", index, count); }

Shard parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto index = whole_number(text.substr(0, slash));
  const auto count = slash == std::string_view::npos ? std::nullopt : whole_number(text.substr(slash + 1));
  if (!index || !count || *index < 1 || *index > *count || *count > kMostShards) {
    throw UsageError(fmt::format("--shard {}: is not a valid shard; write I/N with I from 1 to N, e.g. 3/8", text));
  }
  return {.index = *index, .count = *count};
}

Shard shard_of_environment() {
  const auto id = environment_number("SLURM_ARRAY_TASK_ID");
  const auto count = environment_number("SLURM_ARRAY_TASK_COUNT");
  if (!id || !count) return {};
  const std::size_t first = environment_number("SLURM_ARRAY_TASK_MIN").value_or(0);
  const std::size_t step = environment_number("SLURM_ARRAY_TASK_STEP").value_or(1);
  const bool is_regular = step > 0 && *id >= first && (*id - first) % step == 0 && (*id - first) / step < *count;
  if (!is_regular) {
    throw UsageError(fmt::format(
        "SLURM_ARRAY_TASK_ID={}: is not one of {} consecutive tasks from {}, so the array has gaps; give --shard I/N",
        *id, *count, first));
  }
  return {.index = (*id - first) / step + 1, .count = *count};
}

ShardFile::ShardFile(fs::path path, const std::vector<std::string>& columns)
    : lines_(std::move(path), kShardSeparator) {
  std::vector<std::string> fields;
  for (const std::string& column : columns) fields.push_back(csv_field(column));
  header_ = fmt::format("{},checksum", fmt::join(fields, ","));
  if (const std::optional<std::string> text = lines_.read()) {
    rows_ = parse_rows(lines_.path().string(), header_, *text);
  }
}

Rows parse_rows(std::string_view file, std::string_view header, std::string_view text) {
  Rows rows;
  const auto damaged = [file](std::size_t line, std::string_view what) {
    return IoError(
        fmt::format("{}:{}: {}; remove this line, or the file, and continue with --resume", file, line, what));
  };
  visit_whole_lines(text, [&](std::size_t line, std::string_view whole) {
    if (line == 1) {
      if (whole != header) throw damaged(line, "its columns differ from those of this sweep");
      return;
    }
    const std::optional<std::string_view> row = text_of_checked_line(whole, kShardSeparator);
    const auto member = row ? whole_number(row->substr(0, row->find(kShardSeparator))) : std::nullopt;
    if (!member) throw damaged(line, "the row is corrupt");
    rows.insert_or_assign(*member, std::string(*row));
  });
  return rows;
}

void ShardFile::open() {
  std::string text = header_ + '\n';
  for (const auto& [member, row] : rows_) text += checked_line(row, kShardSeparator);
  lines_.begin(text);
}

void ShardFile::add(std::size_t member, const std::string& row) {
  lines_.add(row);
  rows_.insert_or_assign(member, row);
}

std::string table_text(const std::vector<std::string>& columns, const Rows& rows) {
  std::vector<std::string> fields;
  for (const std::string& column : columns) fields.push_back(csv_field(column));
  std::string text = fmt::format("{}\n", fmt::join(fields, ","));
  for (const auto& [member, row] : rows) text += row + '\n';
  return text;
}

Rows rows_of_table(std::string_view text) {
  Rows rows;
  for (std::size_t begin = text.find('\n') + 1; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view row = text.substr(begin, end - begin);
    if (const auto member = whole_number(row.substr(0, row.find(',')))) rows.emplace(*member, row);
    begin = end + 1;
  }
  return rows;
}

Rows collect_rows(const fs::path& folder, const std::vector<std::string>& columns) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("rows-") && name.ends_with(".csv")) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  Rows all;
  for (const fs::path& file : files) {
    const ShardFile shard(file, columns);
    for (const auto& [member, row] : shard.rows()) {
      const auto [place, is_new] = all.emplace(member, row);
      if (is_new || place->second == row) continue;
      throw IoError(
          fmt::format("{}: gives a result of member {} that differs from that in a previous file; remove one of them",
                      file.string(), member));
    }
  }
  return all;
}

std::string missing_members(const Rows& rows, std::size_t n) {
  constexpr std::size_t kMostShown = 8;
  std::vector<std::string> shown;
  std::size_t hidden = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (rows.contains(i)) continue;
    std::size_t last = i;
    while (last + 1 < n && !rows.contains(last + 1)) ++last;
    if (shown.size() < kMostShown) {
      shown.push_back(last > i ? fmt::format("{} to {}", i, last) : fmt::format("{}", i));
    } else {
      hidden += last - i + 1;
    }
    i = last;
  }
  return fmt::format("{}{}", fmt::join(shown, ", "), hidden > 0 ? fmt::format(" and {} more", hidden) : "");
}

}  // namespace beltdyn::studies
