// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <fstream>

#include <sys/resource.h>
#include <unistd.h>

namespace beltdyn::test {

inline constexpr std::size_t kMegabyte = std::size_t{1} << 20;

// The address space of this process [bytes]
inline std::size_t address_space() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

// During its lifetime, limits this process to `bytes` more memory than it has.
class MemoryLimit {
 public:
  explicit MemoryLimit(std::size_t bytes) {
    getrlimit(RLIMIT_AS, &before_);
    rlimit limit = before_;
    limit.rlim_cur = address_space() + bytes;
    setrlimit(RLIMIT_AS, &limit);
  }
  ~MemoryLimit() { setrlimit(RLIMIT_AS, &before_); }
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

 private:
  rlimit before_{};
};

}  // namespace beltdyn::test
