// SPDX-License-Identifier: MIT
#include "report/exhibit_list.hpp"

namespace beltdyn::report {

std::vector<VariedRun> varied_runs(std::string_view configuration) {
  if (configuration != "papers/ntarladima-2023/figures_18_21.json") return {};
  const auto varied = [](const char* name, const char* assignment) {
    return VariedRun{name, {std::string("/runs/0/name=\"") + name + "\"", std::string("/drive/contact/") + assignment}};
  };
  return {varied("kc10", "normal/stiffness_per_area=4e8"), varied("muk10", "friction/stiffness_per_area=5e8"),
          varied("mu1", "friction/coefficient=1")};
}

}  // namespace beltdyn::report
