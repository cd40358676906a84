// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace beltdyn {

// Version, compiler and libraries of this build, for manifests and `beltdyn info`.
struct BuildInfo {
  std::string version;   // "0.1.0"
  std::string git_hash;  // "unknown" outside a git checkout; ends in "-dirty" if files were changed
  std::string compiler;
  std::string flags;
  std::vector<std::pair<std::string, std::string>> libraries;  // name, version
};

const BuildInfo& build_info();

}  // namespace beltdyn
