// SPDX-License-Identifier: MIT
#include "report/variant_table.hpp"

#include "report/html.hpp"

namespace beltdyn::report {

std::string html_of(const VariantTable& variants) {
  if (variants.variants.empty()) return {};
  Table table{.caption = "The variants", .columns = {{"value"}}, .rows = {}, .id = "variant-table"};
  for (const std::string& name : variants.variants) table.columns.push_back({name});
  for (const VariantTable::Row& row : variants.rows) {
    table.rows.push_back({.cells = {Cell{.html = "<code>" + escape(row.pointer) + "</code>"}}});
    for (const std::string& value : row.values) {
      table.rows.back().cells.push_back({.html = escape(value), .sort = std::nullopt, .style = "text"});
    }
  }
  return paragraph("A run is called after the run of the file and the variant of the drive.") + html_of(table);
}

}  // namespace beltdyn::report
