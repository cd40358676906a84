// SPDX-License-Identifier: MIT
#include "core/base/memory.hpp"

#include <cstddef>
#include <fstream>
#include <new>

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <unistd.h>

namespace beltdyn::memory_test {

namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

// Of this process [bytes]
std::size_t address_space() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

// Lets this process have so much more memory while it lives.
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

}  // namespace

TEST_CASE("memory: a reserve keeps memory from others, and gives it back") {
  bool is_kept = false;
  bool is_given_back = false;
  {
    const MemoryLimit limit(8 * kMegabyte);
    {
      const MemoryReserve reserve(5 * kMegabyte);
      try {
        const MemoryReserve other(5 * kMegabyte);
      } catch (const std::bad_alloc&) {
        is_kept = true;
      }
    }
    try {
      const MemoryReserve other(5 * kMegabyte);
      is_given_back = true;
    } catch (const std::bad_alloc&) {
    }
  }
  CHECK(is_kept);
  CHECK(is_given_back);
}

TEST_CASE("memory: a stack for which there is no memory is told by an exception") {
  CHECK_NOTHROW(claim_stack());
  bool is_refused = false;
  {
    const MemoryLimit limit(kMegabyte / 2);
    try {
      claim_stack();
    } catch (const std::bad_alloc&) {
      is_refused = true;
    }
  }
  CHECK(is_refused);
}

}  // namespace beltdyn::memory_test
