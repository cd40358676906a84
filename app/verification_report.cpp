// SPDX-License-Identifier: MIT
#include "app/verification_report.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <spdlog/spdlog.h>

#include "app/commands.hpp"
#include "app/comparison_report.hpp"
#include "app/exit_code.hpp"
#include "app/result_folder.hpp"
#include "app/results.hpp"
#include "core/base/error.hpp"
#include "core/base/text_file.hpp"
#include "core/config/json_document.hpp"
#include "core/settings/configuration.hpp"
#include "report/configurations.hpp"
#include "report/discrepancies.hpp"
#include "report/refinement_script.hpp"

namespace beltdyn::app {
namespace {

namespace fs = std::filesystem;

// Largest number of animations; the page then stays within a few MB.
constexpr std::size_t kMostPlayers = 6;
// A run of a contour drive, which has no shapes but slip zones worth showing in motion.
struct ContourRun {
  std::string_view configuration;  // of the exhibit
  std::string_view folder;
  std::string_view title;
};
constexpr std::array<ContourRun, 2> kContourRuns{
    {{"oborin-2018/fig10-case1-lambda1.json", "oborin-2018-fig10-case1-lambda1/front_tracking",
      "[Oborin 2018] Fig. 10, case 1, exact"},
     {"oborin-2018/fig10-case2-lambda1.json", "oborin-2018-fig10-case2-lambda1/front_tracking",
      "[Oborin 2018] Fig. 10, case 2, exact"}}};
constexpr const char* kSerpentine = "demo/serpentine.json";

// Was the configuration run for this page? The folder may contain results of an earlier one.
bool is_shown(const std::vector<report::Exhibit>& exhibits, std::string_view configuration) {
  return std::any_of(exhibits.begin(), exhibits.end(), [configuration](const report::Exhibit& exhibit) {
    return exhibit.left_out.empty() && exhibit.command.ends_with(configuration);
  });
}

// Removes only the pages that an earlier verify wrote.
void remove_pages(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> old;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() != ".html" || at->is_symlink()) continue;
    const std::optional<std::string> text = read_regular_file(at->path());
    if (text && report::is_verification_page(*text)) old.push_back(at->path());
  }
  for (const fs::path& page : old) {
    if (!fs::remove(page, error) || error) {
      throw IoError(page.string() + ": is a page of an earlier verify and cannot be removed; check permissions");
    }
  }
}

}  // namespace

std::optional<PlayableRun> run_serpentine(const fs::path& runs, const Formulations& formulations) {
  const Configuration configuration = read_configuration(
      config::JsonDocument::parse(kSerpentine, report::configuration_text(kSerpentine)), formulations);
  RunArguments arguments;
  arguments.out = runs.string();
  arguments.force = true;
  arguments.quiet = true;
  spdlog::info("runs {}", kSerpentine);
  if (run_configuration(configuration, arguments, formulations) != kOk) return std::nullopt;
  return PlayableRun{.title = "A serpentine drive",
                     .folder = runs / configuration.name / configuration.runs.front().name};
}

void add_exhibits(report::VerificationContent& content, Exhibits exhibits, const fs::path& runs,
                  const Formulations& formulations) {
  content.exhibits = std::move(exhibits.exhibits);
  content.discrepancies = report::discrepancies();
  std::vector<PlayableRun> chosen;
  for (const ContourRun& run : kContourRuns) {
    if (!is_shown(content.exhibits, run.configuration) || !fs::exists(runs / run.folder / "manifest.json")) continue;
    chosen.push_back({.title = std::string(run.title), .folder = runs / run.folder});
  }
  // The last run of each configuration; if the meshes of the runs differ, it has the finest one.
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
  const std::vector<report::NamedPage> pages = report::verification_pages(content);
  for (const report::NamedPage& page : pages) refuse_link(folder / page.file);
  remove_pages(folder);
  // The index is written last: if writing is interrupted, it does not link to missing pages.
  for (const report::NamedPage& page : pages) write_text_file(folder / page.file, page.html);
  spdlog::info("the report is {}", (folder / pages.back().file).string());
}

}  // namespace beltdyn::app
