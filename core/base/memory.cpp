// SPDX-License-Identifier: MIT
#include "core/base/memory.hpp"

#include <new>

#include <sys/mman.h>

namespace beltdyn {
namespace {

// Far more than the deepest calls of the program take.
constexpr std::size_t kStack = std::size_t{1} << 20;
// The smallest page of a processor.
constexpr std::size_t kPage = 4096;

// Not in its caller, so that its block is at the end of the stack and goes with it.
[[gnu::noinline]] void touch_stack() {
  [[maybe_unused]] volatile char block[kStack];
  for (std::size_t i = kStack; i >= kPage; i -= kPage) block[i - kPage] = 0;
}

}  // namespace

MemoryReserve::MemoryReserve(std::size_t bytes)
    : memory_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)), bytes_(bytes) {
  if (memory_ == MAP_FAILED) throw std::bad_alloc();
}

MemoryReserve::~MemoryReserve() { munmap(memory_, bytes_); }

void claim_stack() {
  { const MemoryReserve is_there(kStack); }
  touch_stack();
}

}  // namespace beltdyn
