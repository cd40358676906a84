// SPDX-License-Identifier: MIT
#include "core/base/memory.hpp"

#include <cstddef>
#include <new>

#include <doctest/doctest.h>

#include "core/base/test/memory_limit.hpp"
#include "core/base/test/sanitized.hpp"

namespace beltdyn::memory_test {

using test::kMegabyte;
using test::MemoryLimit;

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

// A sanitizer terminates the program when memory is short.
TEST_CASE("memory: what is kept for a failure is there after it" * doctest::skip(beltdyn::test::kIsSanitized)) {
  const std::new_handler before = std::get_new_handler();
  bool is_refused = false;
  bool is_there = false;
  {
    keep_memory_for_failure();
    const MemoryLimit limit(0);
    // More than the allocator has available.
    const auto take = [](std::size_t bytes) { ::operator delete(::operator new(bytes)); };
    try {
      take(256 * kMegabyte);
    } catch (const std::bad_alloc&) {
      is_refused = true;
    }
    try {
      take(kMegabyte / 2);
      is_there = true;
    } catch (const std::bad_alloc&) {
    }
  }
  std::set_new_handler(before);
  CHECK(is_refused);
  CHECK(is_there);
}

}  // namespace beltdyn::memory_test
