// SPDX-License-Identifier: MIT
#include "sweep/module.hpp"

#include <filesystem>
#include <system_error>

#include <dlfcn.h>
#include <fmt/format.h>

#include "core/base/error.hpp"

namespace beltdyn::sweep {

void* module_function(std::string_view module_file, const char* function, std::string_view library) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path program = fs::canonical("/proc/self/exe", ignored);
  const fs::path path = program.parent_path().parent_path() / "lib" / "beltdyn" / module_file;
  void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const found = module == nullptr ? nullptr : dlsym(module, function);
  if (found == nullptr) {
    throw IoError(fmt::format("{}: cannot be loaded ({}); install this file with BeltDyn, and {}", path.string(),
                              dlerror(), library));
  }
  return found;
}

}  // namespace beltdyn::sweep
