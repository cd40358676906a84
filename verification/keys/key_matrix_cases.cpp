// SPDX-License-Identifier: MIT
// Each key that a formulation of the belt drive honours, compared with another formulation.
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "verification/cases.hpp"
#include "verification/keys/key_matrix.hpp"

namespace beltdyn::verification {
namespace {

void hold_row(Record& record, const KeyMatrix& matrix, std::size_t row, std::size_t column) {
  if (!matrix.is_for(row, column)) return;
  if (matrix.cell(row, column).treatment != Treatment::honoured) return;
  const KeyMatrix::Change change = matrix.change(row, column);
  record.relative(matrix.rows()[row].title(), change.measured, change.reference, change.tolerance, Record::Rank::detail,
                  "the change caused by the key, compared with that in " + change.against);
}

void hold(Record& record, std::size_t column) {
  const KeyMatrix& matrix = KeyMatrix::of_belt_drive();
  for (std::size_t row = 0; row < matrix.rows().size(); ++row) {
    try {
      hold_row(record, matrix, row, column);
    } catch (const SolverError& error) {
      throw SolverError(fmt::format("{}: {}", matrix.rows()[row].title(), error.what()));
    }
  }
}

// The name of a column as part of an id, e.g. of "lagrangian_ancf, friction paper".
std::string id_of(std::string name) {
  for (char& c : name) {
    if (c == ' ') c = '-';
  }
  std::erase(name, ',');
  return name;
}

}  // namespace

void add_key_matrix_cases(std::vector<VerificationCase>& cases) {
  const KeyMatrix& matrix = KeyMatrix::of_belt_drive();
  for (std::size_t column = 0; column < matrix.columns().size(); ++column) {
    cases.push_back({.id = "keys/" + id_of(matrix.columns()[column]),
                     .claim = fmt::format("Each belt-drive key that {} does not reject or report as neglected changes "
                                          "its results, in agreement with another formulation.",
                                          matrix.columns()[column]),
                     .reference = "another formulation",
                     .slow = matrix.is_slow(column),
                     .run = [column](Record& record) { hold(record, column); },
                     .tolerances = "stated for each key in the table of keys"});
  }
}

}  // namespace beltdyn::verification
