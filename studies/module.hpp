// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

#include "core/base/error.hpp"

namespace beltdyn::studies {

// A module cannot be loaded.
class ModuleError : public IoError {
 public:
  using IoError::IoError;
};

// The path of a module, a shared library in ../lib/beltdyn relative to the program, in the build tree and as installed.
std::filesystem::path module_path(std::string_view module_file);

// A function of a module. The module is opened when it is needed, since its libraries take longer to load than the
// program. It stays open, since its libraries still work at the end of the program. `library`: the name of the library
// in the message of the ModuleError that is thrown if the module cannot be loaded.
void* module_function(std::string_view module_file, const char* function, std::string_view library);

}  // namespace beltdyn::studies
