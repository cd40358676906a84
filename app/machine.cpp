// SPDX-License-Identifier: MIT
#include "app/machine.hpp"

#include <array>
#include <fstream>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <sys/utsname.h>

namespace beltdyn::app {
namespace {

// The name of the processor on Linux; empty elsewhere.
std::string processor_name() {
  std::ifstream stream("/proc/cpuinfo");
  for (std::string line; std::getline(stream, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return {};
}

}  // namespace

report::MachineFacts this_machine() {
  utsname system{};
  uname(&system);
  const std::string name = processor_name();
  return {
      .host = fmt::format("{}, {} {}, {}", system.nodename, system.sysname, system.release, system.machine),
      .processor = fmt::format("{}{}{} threads", name, name.empty() ? "" : ", ", std::thread::hardware_concurrency()),
      .times = {}};
}

}  // namespace beltdyn::app
