// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace beltdyn::verification {

// A table of numbers in the format of published data: lines of numbers separated by commas. The first line may contain
// column names; lines that begin with # are comments. Shape (n_columns) of (n_rows).
using PublishedTable = std::vector<std::vector<double>>;

// `file` is the name used in messages. Throws IoError "FILE:LINE: ..." if a line is not a row of finite numbers, if
// rows have unequal lengths, or if there are none.
PublishedTable parse_published(std::string_view file, std::string_view text);

// A folder with data sets that others have published and that are not part of BeltDyn.
class PublishedData {
 public:
  PublishedData() = default;  // without a folder
  explicit PublishedData(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // The reason for which a case that needs these files (paths below the folder) is skipped; nothing if all files exist.
  std::optional<std::string> lacks(const std::vector<std::string>& files) const;
  // The table in a file, with at least `columns` columns and two rows; throws IoError.
  PublishedTable table(const std::string& file, std::size_t columns) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace beltdyn::verification
