// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace beltdyn::fmu {

// A zip file below 4 GB with uncompressed files; equal files give equal bytes.
class ZipArchive {
 public:
  // `name`: a relative path: "resources/unit.json".
  void add(std::string_view name, std::string_view text);
  std::string bytes() const;

 private:
  std::string files_;      // each with its header
  std::string directory_;  // directory entries of the files
  std::uint16_t count_ = 0;
};

}  // namespace beltdyn::fmu
