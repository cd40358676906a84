// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace beltdyn::report {

// The values in which the variants of a drive differ.
struct VariantTable {
  // A value in which variants differ.
  struct Value {
    std::string pointer;                   // "/drive/contact/friction"
    std::vector<std::string> of_variants;  // shape as `variants`
  };
  std::vector<std::string> variants{};  // their names
  std::vector<Value> values{};
};

// Empty without variants.
std::string html_of(const VariantTable& table);

}  // namespace beltdyn::report
