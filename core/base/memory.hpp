// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace beltdyn {

// Memory that is kept from others: taken when this is made, given back when it goes.
class MemoryReserve {
 public:
  // Throws std::bad_alloc if the system does not give as much.
  explicit MemoryReserve(std::size_t bytes);
  ~MemoryReserve();
  MemoryReserve(const MemoryReserve&) = delete;
  MemoryReserve& operator=(const MemoryReserve&) = delete;

 private:
  void* memory_;
  std::size_t bytes_;
};

// Takes the stack that the main thread may need. The system enlarges it as it is used, and ends a program by SIGSEGV
// if other memory has filled what it may have (ulimit -v) before. Throws std::bad_alloc.
void claim_stack();

}  // namespace beltdyn
