// SPDX-License-Identifier: MIT
// The cases of the folder verification/cases.
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "verification/file_case.hpp"

namespace beltdyn::embedded {
std::string_view file_cases(std::string_view file_name);
}

namespace beltdyn::verification {

void add_file_cases(std::vector<VerificationCase>& cases) {
  std::string_view names = BELTDYN_CASE_FILES;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find('|'), names.size());
    const std::string name(names.substr(0, end));
    cases.push_back(file_case(name, embedded::file_cases(name)));
    names.remove_prefix(std::min(end + 1, names.size()));
  }
}

}  // namespace beltdyn::verification
