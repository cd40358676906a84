// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace beltdyn {

// What this build is made of, for manifests and `beltdyn info`.
struct BuildInfo {
  std::string version;   // "0.1.0"
  std::string git_hash;  // "unknown" outside of a git checkout; ends in "-dirty" if files were changed
  std::string compiler;
  std::string flags;
  std::vector<std::pair<std::string, std::string>> libraries;  // name, version
};

const BuildInfo& build_info();

}  // namespace beltdyn
