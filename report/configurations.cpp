// SPDX-License-Identifier: MIT
#include "report/configurations.hpp"

#include <array>
#include <stdexcept>
#include <string>
#include <utility>

namespace beltdyn::embedded {
std::string_view demo_configuration(std::string_view file_name);
std::string_view konyukhov_configuration(std::string_view file_name);
std::string_view kubas_configuration(std::string_view file_name);
std::string_view ntarladima_configuration(std::string_view file_name);
std::string_view oborin_configuration(std::string_view file_name);
}  // namespace beltdyn::embedded

namespace beltdyn::report {

std::string_view configuration_text(std::string_view path) {
  using Text = std::string_view (*)(std::string_view);
  constexpr std::array<std::pair<std::string_view, Text>, 5> kFolders{
      {{"demo/", embedded::demo_configuration},
       {"papers/konyukhov-2021/", embedded::konyukhov_configuration},
       {"papers/kubas-2021/", embedded::kubas_configuration},
       {"papers/ntarladima-2023/", embedded::ntarladima_configuration},
       {"papers/oborin-2018/", embedded::oborin_configuration}}};
  for (const auto& [folder, text] : kFolders) {
    if (path.starts_with(folder)) return text(path.substr(folder.size()));
  }
  throw std::out_of_range("no embedded configuration " + std::string(path));
}

}  // namespace beltdyn::report
