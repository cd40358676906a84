// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace beltdyn::fmu {

// A zip file of less than 4 GB whose files are stored as they are. The same files make the same bytes.
class ZipArchive {
 public:
  // `name` has no folder above: "resources/unit.json".
  void add(std::string_view name, std::string_view text);
  std::string bytes() const;

 private:
  std::string files_;      // each with its header
  std::string directory_;  // where they are
  std::uint16_t count_ = 0;
};

}  // namespace beltdyn::fmu
