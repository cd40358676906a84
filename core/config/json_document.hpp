// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/json.hpp"

namespace beltdyn::config {

// A parsed JSON text (// and /* */ comments allowed) with the line of each value.
class JsonDocument {
 public:
  // "-" is standard input. Throws ConfigError if the file is missing, a directory, empty, or not JSON.
  static JsonDocument load(const std::filesystem::path& path);
  // `file` is the name used in messages. Throws ConfigError if the text is not one JSON object.
  static JsonDocument parse(std::string file, std::string_view text);

  // Replaces or adds the value at a JSON pointer: "/runs/0/time_step=1e-4" as given on the command line. Missing
  // objects on the way are created, missing entries of lists are not. The value is read as JSON, or as a plain string
  // if it is not JSON. Throws UsageError if a list or a single value is in the way; `what` is the name of the
  // assignment in the message.
  void set(std::string_view assignment, std::string_view what = "--set");

  // Removes an entry of a list, which must exist. The lines of all other values remain correct.
  void erase_entry(const std::string& list, std::size_t index);

  const std::string& file() const { return file_; }
  const Json& root() const { return root_; }
  // The line of the value (for a member: of its key); 0 if set() gave it.
  int line(const std::string& pointer) const;
  // Errors for duplicate keys in one object.
  const std::vector<Problem>& duplicates() const { return duplicates_; }

 private:
  JsonDocument() = default;

  std::string file_;
  Json root_;
  std::map<std::string, int> lines_;
  std::vector<Problem> duplicates_;
};

}  // namespace beltdyn::config
