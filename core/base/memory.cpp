// SPDX-License-Identifier: MIT
#include "core/base/memory.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>

#include <alloca.h>
#include <sys/mman.h>
#include <sys/resource.h>

namespace beltdyn {
namespace {

// Far more than the deepest call chain of the program needs.
constexpr std::size_t kStack = std::size_t{1} << 20;

// At most half of the stack size that the system allows (ulimit -s).
std::size_t stack_to_claim() {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kStack;
  return std::min(kStack, static_cast<std::size_t>(limit.rlim_cur / 2));
}

// Touching a byte makes the system enlarge the stack down to it. Not inline, so that the block is at the end of the
// stack and is released when this function returns.
[[gnu::noinline]] void touch_stack(std::size_t bytes) {
  auto* const block = static_cast<volatile char*>(alloca(bytes));
  block[0] = 0;
}

constexpr std::size_t kForFailure = std::size_t{1} << 20;
std::atomic<MemoryReserve*> kept_for_failure{nullptr};

[[noreturn]] void give_back_and_throw() {
  delete kept_for_failure.exchange(nullptr);
  throw std::bad_alloc();
}

}  // namespace

MemoryReserve::MemoryReserve(std::size_t bytes)
    : memory_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)), bytes_(bytes) {
  if (memory_ == MAP_FAILED) throw std::bad_alloc();
}

MemoryReserve::~MemoryReserve() { munmap(memory_, bytes_); }

void keep_memory_for_failure() {
  std::set_new_handler(give_back_and_throw);
  if (kept_for_failure != nullptr) return;
  auto reserve = std::make_unique<MemoryReserve>(kForFailure);
  MemoryReserve* none = nullptr;
  if (kept_for_failure.compare_exchange_strong(none, reserve.get())) reserve.release();
}

void claim_stack() {
  const std::size_t bytes = stack_to_claim();
  { const MemoryReserve is_there(bytes); }
  touch_stack(bytes);
}

}  // namespace beltdyn
