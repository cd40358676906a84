// SPDX-License-Identifier: MIT
#include "studies/module.hpp"

#include <cstddef>
#include <filesystem>
#include <system_error>

#include <dlfcn.h>
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/memory.hpp"

namespace beltdyn::studies {
namespace {

// Memory for loading a module with all its libraries [bytes].
constexpr std::size_t kMemory = std::size_t{64} << 20;

}  // namespace

std::filesystem::path module_path(std::string_view module_file) {
  std::error_code ignored;
  const std::filesystem::path program = std::filesystem::canonical("/proc/self/exe", ignored);
  return program.parent_path().parent_path() / "lib" / "beltdyn" / module_file;
}

void* module_function(std::string_view module_file, const char* function, std::string_view library) {
  // Libraries that run out of memory while they are loaded may end the program.
  { const MemoryReserve is_there(kMemory); }
  const std::filesystem::path path = module_path(module_file);
  void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const found = module == nullptr ? nullptr : dlsym(module, function);
  if (found == nullptr) {
    throw ModuleError(fmt::format("{}: cannot be loaded ({}); install this file with BeltDyn, and {}", path.string(),
                                  dlerror(), library));
  }
  return found;
}

}  // namespace beltdyn::studies
