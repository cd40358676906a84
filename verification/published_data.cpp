// SPDX-License-Identifier: MIT
#include "verification/published_data.hpp"

#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace beltdyn::verification {
namespace {

constexpr std::string_view kBlank = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

// The numbers of a line; nothing if the line is not a row of finite numbers.
std::optional<std::vector<double>> row_of(std::string_view line) {
  std::vector<double> row;
  while (true) {
    const std::size_t comma = line.find(',');
    const std::string_view field = trimmed(line.substr(0, comma));
    double value = 0.0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc() || end != field.data() + field.size() || !std::isfinite(value)) return std::nullopt;
    row.push_back(value);
    if (comma == std::string_view::npos) return row;
    line.remove_prefix(comma + 1);
  }
}

// Infinities and NaN count as numbers, so that rows that contain them are not taken for headers.
bool begins_with_number(std::string_view line) {
  double value = 0.0;
  return std::from_chars(line.data(), line.data() + line.size(), value).ec != std::errc::invalid_argument;
}

}  // namespace

PublishedTable parse_published(std::string_view file, std::string_view text) {
  PublishedTable table;
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    ++number;
    if (line.empty() || line.front() == '#') continue;
    const std::optional<std::vector<double>> row = row_of(line);
    if (!row && number == 1 && !begins_with_number(line)) continue;
    if (!row) {
      throw IoError(
          fmt::format("{}:{}: is not a row of numbers separated by commas; download the file again", file, number));
    }
    if (table.empty()) table.resize(row->size());
    if (row->size() != table.size()) {
      throw IoError(fmt::format("{}:{}: has {} numbers, but the previous rows have {}; download the file again", file,
                                number, row->size(), table.size()));
    }
    for (std::size_t i = 0; i < table.size(); ++i) table[i].push_back((*row)[i]);
  }
  if (table.empty()) throw IoError(fmt::format("{}: has no numbers; download the file again", file));
  return table;
}

std::optional<std::string> PublishedData::lacks(const std::vector<std::string>& files) const {
  if (files.empty()) return std::nullopt;
  if (folder_.empty()) {
    return "needs published data; give its folder with --data DIR or in the environment variable BELTDYN_DATA";
  }
  for (const std::string& file : files) {
    if (std::filesystem::is_regular_file(folder_ / file)) continue;
    return fmt::format("needs published data; {} is missing", (folder_ / file).string());
  }
  return std::nullopt;
}

PublishedTable PublishedData::table(const std::string& file, std::size_t columns) const {
  const std::filesystem::path path = folder_ / file;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw IoError(path.string() + ": cannot be read; check the folder given with --data");
  const std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  PublishedTable table = parse_published(path.string(), text);
  if (table.size() < columns || table.front().size() < 2) {
    throw IoError(
        fmt::format("{}: has {} columns and {} rows, {} columns and 2 rows are needed; download the file again",
                    path.string(), table.size(), table.front().size(), columns));
  }
  return table;
}

}  // namespace beltdyn::verification
