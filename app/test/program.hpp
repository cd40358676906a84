// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <doctest/doctest.h>
#include <sys/wait.h>

// The program as a user meets it: what it prints and writes.
namespace program_test {

namespace fs = std::filesystem;

struct Outcome {
  int exit_code;
  std::string output;  // standard output and standard error
};

// As a shell gives it.
inline int exit_code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

inline Outcome shell(const std::string& command) {
  FILE* pipe = popen(("NO_COLOR=1; export NO_COLOR; " + command + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string output;
  std::array<char, 4096> buffer{};
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe)) output.append(buffer.data(), n);
  return {exit_code_of(pclose(pipe)), output};
}

inline const std::string kProgram = "'" BELTDYN_PROGRAM "' ";

inline Outcome beltdyn(const std::string& arguments) { return shell(kProgram + arguments); }

inline std::string content(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// A folder of the test's own, with a configuration in it.
class Workspace {
 public:
  explicit Workspace(const std::string& name) : path_(fs::temp_directory_path() / ("beltdyn_cli_" + name)) {
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  ~Workspace() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  fs::path operator/(const std::string& name) const { return path_ / name; }
  std::string quoted(const std::string& name) const { return "'" + (path_ / name).string() + "'"; }
  void write(const std::string& name, const std::string& text) const { std::ofstream(path_ / name) << text; }

 private:
  fs::path path_;
};

}  // namespace program_test
