// SPDX-License-Identifier: MIT
#include "core/base/error.hpp"

namespace beltdyn {
namespace {

std::string join(const std::string& file, const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) {
    if (!text.empty()) text += '\n';
    text += to_string(file, problem);
  }
  return text;
}

}  // namespace

ConfigError::ConfigError(std::string file, std::vector<Problem> problems)
    : std::runtime_error(join(file, problems)), file_(std::move(file)), problems_(std::move(problems)) {}

std::string to_string(const std::string& file, const Problem& problem) {
  std::string text = file;
  if (problem.line > 0) text += ":" + std::to_string(problem.line);
  text += ": ";
  if (!problem.pointer.empty()) {
    text += problem.pointer;
    if (!problem.value.empty()) text += " = " + problem.value;
    text += ": ";
  }
  return text + problem.message;
}

}  // namespace beltdyn
