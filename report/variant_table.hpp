// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace beltdyn::report {

// What the variants of a drive differ in.
struct VariantTable {
  struct Row {
    std::string pointer;              // "/drive/contact/friction"
    std::vector<std::string> values;  // of each variant
  };
  std::vector<std::string> variants{};  // their names
  std::vector<Row> rows{};
};

// Empty without variants.
std::string html_of(const VariantTable& table);

}  // namespace beltdyn::report
