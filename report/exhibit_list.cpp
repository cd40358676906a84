// SPDX-License-Identifier: MIT
#include "report/exhibit_list.hpp"

#include <cctype>

namespace beltdyn::report {

std::vector<VariedRun> varied_runs(std::string_view configuration) {
  if (configuration != "papers/ntarladima-2023/figures_18_21.json") return {};
  const auto varied = [](const char* name, const char* assignment) {
    return VariedRun{name, {std::string("/runs/0/name=\"") + name + "\"", std::string("/drive/contact/") + assignment}};
  };
  return {varied("kc10", "normal/stiffness_per_area=4e8"), varied("muk10", "friction/stiffness_per_area=5e8"),
          varied("mu1", "friction/coefficient=1")};
}

std::vector<int> figures_of(std::string_view label) {
  if (!label.starts_with("Fig")) return {};
  std::vector<int> numbers;
  bool is_range = false;
  label = label.substr(0, label.find(','));
  for (std::size_t i = 0; i < label.size(); ++i) {
    if (label.substr(i).starts_with(" to ")) is_range = true;
    if (std::isdigit(static_cast<unsigned char>(label[i])) == 0) continue;
    int number = 0;
    for (; i < label.size() && std::isdigit(static_cast<unsigned char>(label[i])) != 0; ++i) {
      number = 10 * number + (label[i] - '0');
    }
    if (is_range && !numbers.empty()) {
      for (int between = numbers.back() + 1; between < number; ++between) numbers.push_back(between);
    }
    numbers.push_back(number);
    is_range = false;
    --i;
  }
  return numbers;
}

}  // namespace beltdyn::report
