// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "studies/sweep/sweep_files.hpp"

namespace beltdyn::studies {

// The results of a sweep, or of the part computed so far.
struct SweepTable {
  std::size_t n_parameters{};
  std::vector<std::string> columns{};          // "name [unit]" of parameters, then of quantities
  std::vector<std::size_t> members{};          // their numbers, ascending
  std::vector<std::vector<double>> numbers{};  // NaN where there is none; shape (n_members) of (n_columns)
  std::vector<std::string> status{};           // "complete", "failed" or "infeasible"; shape (n_members)
  std::vector<std::string> messages{};         // empty for complete members; shape (n_members)
};

// The table of rows with the columns of MemberRunner::columns().
SweepTable table_of(const Rows& rows, const std::vector<std::string>& columns, std::size_t n_parameters);

}  // namespace beltdyn::studies
