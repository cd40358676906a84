// SPDX-License-Identifier: MIT
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "app/commands.hpp"
#include "core/base/error.hpp"

namespace beltdyn::app {

void become_verify(char** argv) {
  std::error_code ignored;
  const std::filesystem::path here = std::filesystem::canonical("/proc/self/exe", ignored);
  const std::filesystem::path program = here.parent_path() / "beltdyn-verify";
  execv(program.c_str(), argv);
  throw IoError(fmt::format(
      "{}: cannot be started ({}); verify is a program of its own: build it with scripts/build release beltdyn-verify",
      program.string(), std::strerror(errno)));
}

}  // namespace beltdyn::app
