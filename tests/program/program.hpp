// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/test/scratch_folder.hpp"

// Runs the program as a user does and examines its output and files.
namespace program_test {

namespace fs = std::filesystem;

// The result of a call of the program.
struct Outcome {
  int exit_code;
  std::string output;  // standard output and standard error
};

// The exit code as a shell reports it.
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

inline Outcome run_beltdyn(const std::string& arguments) { return shell(kProgram + arguments); }

inline bool tells(const Outcome& outcome, const std::string& text) {
  return outcome.output.find(text) != std::string::npos;
}

// The tables of a run of a contour drive.
inline constexpr std::array<const char*, 3> kTables{"history.csv", "profiles.csv", "slip_zones.csv"};

inline std::string content(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// A separate folder for a test, with a configuration in it.
class Workspace {
 public:
  explicit Workspace(const std::string& name) : folder_(name) {}

  fs::path operator/(const std::string& name) const { return folder_ / name; }
  std::string quoted(const std::string& name) const { return "'" + (*this / name).string() + "'"; }
  void write(const std::string& name, const std::string& text) const { std::ofstream(*this / name) << text; }

 private:
  beltdyn::test::ScratchFolder folder_;
};

// Starts the program, sends it a signal as soon as is_time() returns true, and returns its exit code.
template <class IsTime>
int stop_when(const IsTime& is_time, const std::string& arguments, int signal) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const std::string command = "exec " + kProgram + arguments + " >/dev/null 2>&1";
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(127);  // the code that a shell returns for a command it cannot start
  }
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (is_time()) {
      kill(child, signal);
      waitpid(child, &status, 0);
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return exit_code_of(status);
}

// Starts the program, sends it a signal as soon as it has written a checkpoint into the folder and history rows after
// it, and returns its exit code. A run that ends earlier gets no signal.
inline int stop_beyond_checkpoint(const std::string& arguments, const fs::path& folder, int signal) {
  std::uintmax_t size_at_checkpoint = 0;
  const auto is_beyond = [&] {
    const std::uintmax_t size = fs::exists(folder / "checkpoint.cbor") ? fs::file_size(folder / "history.csv") : 0;
    if (size_at_checkpoint == 0) size_at_checkpoint = size;
    return size > size_at_checkpoint;
  };
  return stop_when(is_beyond, arguments, signal);
}

inline std::string contour_configuration(const std::string& friction_force, const std::string& end_time,
                                         const std::string& runs) {
  return R"({"format": "beltdyn/1", "name": "case", "end_time": )" + end_time + R"(,
    "drive": {"type": "contour", "contour_length": 6.0, "contact_length": 1.0, "axial_stiffness": 1.0,
              "friction_force": )" +
         friction_force + R"(,
              "surface_speed": [{"type": "constant", "value": 1.0}, {"type": "constant", "value": 0.999}]},
    "output": {"checkpoint_interval": 0.5},
    "runs": [)" +
         runs + "]}";
}

inline const std::string kEulerian =
    R"({"name": "euler", "formulation": "eulerian_contour", "elements_per_contact": 50, "stick_penalty": 1e6,
        "time_step": 0.01})";
inline const std::string kLagrangian =
    R"({"name": "lagrange", "formulation": "lagrangian_contour", "elements": 600, "time_step": 1e-3})";

}  // namespace program_test
