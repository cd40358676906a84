// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace beltdyn {

// An error in a configuration: its location, its description, and how to fix it.
struct Problem {
  std::string pointer;  // JSON pointer, e.g. "/runs/0/elements"
  int line{};           // line in the file; 0 if the value came from elsewhere (--set)
  std::string value;    // the wrong value as JSON text; empty if there is none
  std::string message;  // what is wrong, then a semicolon and the remedy
};

// The configuration cannot be used. Contains all errors; exit code 2.
class ConfigError : public std::runtime_error {
 public:
  explicit ConfigError(std::string file, std::vector<Problem> problems);

  const std::string& file() const { return file_; }
  const std::vector<Problem>& problems() const { return problems_; }

 private:
  std::string file_;
  std::vector<Problem> problems_;
};

// The call is not understood or not permitted; exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A solver failed. The message states what was observed and what to try; exit code 3.
class SolverError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A file or folder could not be read or written; exit code 5.
class IoError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// "FILE:LINE: POINTER = VALUE: MESSAGE", without empty parts.
std::string to_string(const std::string& file, const Problem& problem);

}  // namespace beltdyn
