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

// Keeps memory until the system refuses some to operator new: then it is given back and std::bad_alloc is thrown as
// ever, so that there is some for what is done on the way out. The values of the JSON library need memory to be
// destroyed, and end the program where there is none. May be called again. Throws std::bad_alloc.
void keep_memory_for_failure();

}  // namespace beltdyn
