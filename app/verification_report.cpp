// SPDX-License-Identifier: MIT
#include "app/verification_report.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <spdlog/spdlog.h>

#include "app/comparison_report.hpp"
#include "app/result_folder.hpp"
#include "core/text_file.hpp"
#include "report/discrepancies.hpp"
#include "report/refinement_script.hpp"

namespace beltdyn::app {
namespace {

namespace fs = std::filesystem;

// A page stays within a few MB of players.
constexpr std::size_t kMostPlayers = 6;
// Contour drives have no shapes, but slip zones worth to be seen in motion.
struct ContourRun {
  std::string_view folder;
  std::string_view title;
};
constexpr std::array<ContourRun, 2> kContourRuns{
    {{"oborin-2018-fig10-case1-lambda1/front_tracking", "[Oborin 2018] Fig. 10, case 1, exact"},
     {"oborin-2018-fig10-case2-lambda1/front_tracking", "[Oborin 2018] Fig. 10, case 2, exact"}}};

}  // namespace

void add_exhibits(report::VerificationContent& content, Exhibits exhibits, const fs::path& runs,
                  const Formulations& formulations) {
  content.exhibits = std::move(exhibits.exhibits);
  content.discrepancies = report::discrepancies();
  std::vector<PlayableRun> chosen;
  for (const ContourRun& run : kContourRuns) {
    const fs::path folder = runs / run.folder;
    if (fs::exists(folder / "manifest.json")) chosen.push_back({.title = std::string(run.title), .folder = folder});
  }
  // The last run of each configuration, which is the finest where runs differ in their meshes.
  std::map<fs::path, PlayableRun> last;
  for (PlayableRun& run : exhibits.playable) last.insert_or_assign(run.folder.parent_path(), std::move(run));
  for (auto& [folder, run] : last) chosen.push_back(std::move(run));
  for (const PlayableRun& run : chosen) {
    if (content.players.size() == kMostPlayers) break;
    std::optional<report::Player> player = player_of(run.folder, run.title, formulations);
    if (player) content.players.push_back(std::move(*player));
  }
}

void write_verification_report(report::VerificationContent content, const fs::path& folder) {
  for (const verification::CaseResult& result : content.results) {
    for (const report::Refinement& study : report::refinements_of(result)) {
      const plots::TextFile script = report::refinement_script(study);
      if (script.text.empty()) continue;
      const std::string name = report::picture_name(study);
      std::optional<std::string> svg = draw_svg({.data = {}, .scripts = {script}}, name, folder / "figures");
      if (svg) content.refinement_svg.emplace(name, std::move(*svg));
    }
  }
  const fs::path page = folder / "index.html";
  write_text_file(page, report::verification_page(content));
  spdlog::info("the report is {}", page.string());
}

}  // namespace beltdyn::app
