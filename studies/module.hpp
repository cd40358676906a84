// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

namespace beltdyn::studies {

// Where a module is, a shared library in ../lib/beltdyn seen from the program, as it is built and as it is installed.
std::filesystem::path module_path(std::string_view module_file);

// A function of a module. It is opened where it is needed: what it is linked with takes longer to load than the
// program. It stays open, since libraries behind it have work left when the program ends. `library` names what it needs
// in the message of the IoError that is thrown if it cannot be loaded.
void* module_function(std::string_view module_file, const char* function, std::string_view library);

}  // namespace beltdyn::studies
