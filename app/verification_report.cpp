// SPDX-License-Identifier: MIT
#include "app/verification_report.hpp"

#include <optional>
#include <string>
#include <utility>

#include <spdlog/spdlog.h>

#include "app/result_folder.hpp"
#include "core/text_file.hpp"
#include "report/refinement_script.hpp"

namespace beltdyn::app {

void write_verification_report(report::VerificationContent content, const std::filesystem::path& folder) {
  for (const verification::CaseResult& result : content.results) {
    for (const report::Refinement& study : report::refinements_of(result)) {
      const plots::TextFile script = report::refinement_script(study);
      if (script.text.empty()) continue;
      const std::string name = report::picture_name(study);
      std::optional<std::string> svg = draw_svg({.data = {}, .scripts = {script}}, name, folder / "figures");
      if (svg) content.refinement_svg.emplace(name, std::move(*svg));
    }
  }
  const std::filesystem::path page = folder / "index.html";
  write_text_file(page, report::verification_page(content));
  spdlog::info("the report is {}", page.string());
}

}  // namespace beltdyn::app
