// SPDX-License-Identifier: MIT
#include "report/variant_table.hpp"

#include <cstddef>

#include "report/html.hpp"

namespace beltdyn::report {

std::string html_of(const VariantTable& variants) {
  if (variants.variants.empty()) return {};
  Table table{.caption = "The variants", .columns = {{"variant"}}, .rows = {}, .id = "variant-table"};
  for (const VariantTable::Value& value : variants.values) table.columns.push_back({value.pointer});
  for (std::size_t k = 0; k < variants.variants.size(); ++k) {
    table.rows.push_back({.cells = {Cell{.html = "<strong>" + escape(variants.variants[k]) + "</strong>"}}});
    for (const VariantTable::Value& value : variants.values) {
      table.rows.back().cells.push_back({.html = escape(value.of_variants[k]), .sort = std::nullopt, .style = "text"});
    }
  }
  return paragraph("A run is called after the run of the file and the variant of the drive.") + html_of(table);
}

}  // namespace beltdyn::report
