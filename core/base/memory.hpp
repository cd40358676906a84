// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace beltdyn {

// A reserved block of memory, held from construction to destruction.
class MemoryReserve {
 public:
  // Throws std::bad_alloc if the system does not provide the memory.
  explicit MemoryReserve(std::size_t bytes);
  ~MemoryReserve();
  MemoryReserve(const MemoryReserve&) = delete;
  MemoryReserve& operator=(const MemoryReserve&) = delete;

 private:
  void* memory_;
  std::size_t bytes_;
};

// Claims the stack that the main thread may need. The system enlarges the stack on use. If other memory has by then
// used up what the process may have (ulimit -v), it ends the program with SIGSEGV. Throws std::bad_alloc.
void claim_stack();

// Keeps a reserve of memory for the handling of std::bad_alloc. When the system refuses memory to operator new, the
// reserve is released and std::bad_alloc is thrown as usual, so that cleaning up has some memory. This is necessary
// because values of the JSON library need memory to be destroyed and would otherwise terminate the program. May be
// called again. Throws std::bad_alloc.
void keep_memory_for_failure();

}  // namespace beltdyn
