// SPDX-License-Identifier: MIT
#include "app/exhibits.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "app/commands.hpp"
#include "app/reference_curves.hpp"
#include "app/result_folder.hpp"
#include "app/results.hpp"
#include "core/base/error.hpp"
#include "core/base/text_file.hpp"
#include "core/config/json_document.hpp"
#include "report/configurations.hpp"
#include "report/error_figure.hpp"
#include "report/errors.hpp"
#include "report/exhibit_list.hpp"

namespace beltdyn::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMark = "made_by_beltdyn_verify";

Configuration configuration_of(const std::string& path, const std::vector<std::string>& assignments,
                               const Formulations& formulations) {
  config::JsonDocument document = config::JsonDocument::parse(path, report::configuration_text(path));
  for (const std::string& assignment : assignments) document.set(assignment);
  return read_configuration(document, formulations);
}

// Suppresses messages below errors during its lifetime.
class Quiet {
 public:
  Quiet() : level_(spdlog::get_level()) { spdlog::set_level(spdlog::level::err); }
  ~Quiet() { spdlog::set_level(level_); }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  spdlog::level::level_enum level_;
};

// The results of a configuration, or why there are none.
struct Outcome {
  fs::path folder{};
  plots::Result result{};
  std::string failure{};
};

class Collector {
 public:
  Collector(const ExhibitOptions& options, const Formulations& formulations)
      : options_(options), formulations_(formulations) {}

  void add(const report::PlannedExhibit& plan) {
    report::Exhibit exhibit{.paper = plan.paper,
                            .label = plan.label,
                            .title = plan.title,
                            .text = plan.text,
                            .command = {},
                            .cases = plan.cases,
                            .left_out = plan.left_out};
    if (!plan.configuration.empty()) exhibit.command = "beltdyn compare configs/" + plan.configuration;
    if (options_.quick && !plan.quick) {
      exhibit.left_out = "Slow: drawn by `beltdyn verify --out DIR` without --quick.";
    } else if (exhibit.left_out.empty() && !plan.configuration.empty()) {
      compute(plan, exhibit);
    }
    found_.exhibits.push_back(std::move(exhibit));
  }

  Exhibits take() { return std::move(found_); }

 private:
  void compute(const report::PlannedExhibit& plan, report::Exhibit& exhibit) {
    const Outcome& outcome = outcome_of(plan.configuration);
    if (!outcome.failure.empty()) {
      exhibit.left_out = outcome.failure;
      return;
    }
    plots::Result result = outcome.result;
    for (const std::string& id : plan.references) {
      if (std::optional<plots::Run> curve = reference_curve(id, options_.data)) {
        result.runs.push_back(std::move(*curve));
      } else if (exhibit.text.find(kNoData) == std::string::npos) {
        exhibit.text += kNoData;
      }
    }
    for (const report::PlannedPicture& picture : plan.pictures) draw(plan, picture, result, exhibit);
    exhibit.errors = report::errors_of(result, plan.quantities);
    if (!shows_errors(plan)) draw_errors(plan, result, exhibit);
  }

  const Outcome& outcome_of(const std::string& path) {
    const auto known = outcomes_.find(path);
    if (known != outcomes_.end()) return known->second;
    return outcomes_.emplace(path, run_all(path)).first->second;
  }

  Outcome run_all(const std::string& path) {
    const Configuration configuration = configuration_of(path, {}, formulations_);
    RunArguments arguments;
    arguments.out = options_.folder.string();
    arguments.force = true;
    arguments.quiet = true;
    arguments.jobs = options_.jobs;
    spdlog::info("runs {}", path);
    // The warnings of these configurations are expected and explained in the texts.
    const Quiet quiet;
    run_configuration(configuration, arguments, formulations_);
    for (const report::VariedRun& varied : report::varied_runs(path)) {
      arguments.only = {varied.name};
      run_configuration(configuration_of(path, varied.assignments, formulations_), arguments, formulations_);
    }
    Outcome outcome;
    outcome.folder = options_.folder / configuration.name;
    try {
      outcome.result = load_result(outcome.folder, formulations_);
    } catch (const IoError& error) {
      outcome.failure = fmt::format("The run produced nothing to show: {}", error.what());
      return outcome;
    }
    for (const plots::Run& run : outcome.result.runs) {
      if (!run.shape) continue;
      found_.playable.push_back({.title = configuration.name + ": " + run.name, .folder = outcome.folder / run.name});
    }
    return outcome;
  }

  void draw(const report::PlannedExhibit& plan, const report::PlannedPicture& picture, const plots::Result& all,
            report::Exhibit& exhibit) {
    plots::Result chosen{.drive = all.drive, .end_time = all.end_time, .runs = {}, .marks = all.marks};
    for (const plots::Run& run : all.runs) {
      const bool is_wanted =
          picture.runs.empty() || std::find(picture.runs.begin(), picture.runs.end(), run.name) != picture.runs.end();
      if (is_wanted) chosen.runs.push_back(run);
    }
    const std::string name = fmt::format("{}-{}-{}", plan.paper, slug(plan.label), exhibit.pictures.size() + 1);
    // In a folder next to those of the runs, because some scripts read their files.
    const fs::path folder = outcomes_.at(plan.configuration).folder / name;
    const std::optional<std::string> svg = draw_svg(plots::figure_files(chosen), picture.figure, folder);
    if (!svg) return;
    std::string title = picture.title;
    for (const plots::Figure& figure : plots::applicable_figures(chosen)) {
      if (title.empty() && figure.name == picture.figure) title = figure.title;
    }
    exhibit.pictures.push_back({.name = name, .title = title, .alt = picture.alt, .svg = *svg});
  }

  // Does the exhibit have a figure that shows errors?
  static bool shows_errors(const report::PlannedExhibit& plan) {
    return std::any_of(plan.pictures.begin(), plan.pictures.end(), [](const report::PlannedPicture& picture) {
      return picture.figure == "fig9" || picture.figure.starts_with("rope_");
    });
  }

  void draw_errors(const report::PlannedExhibit& plan, const plots::Result& result, report::Exhibit& exhibit) {
    const plots::FigureFiles files = report::error_figure(result, plan.quantities);
    if (files.scripts.empty()) return;
    const std::string name = fmt::format("{}-{}-errors", plan.paper, slug(plan.label));
    const std::optional<std::string> svg =
        draw_svg(files, report::kErrorFigure, outcomes_.at(plan.configuration).folder / name);
    if (!svg) return;
    exhibit.pictures.push_back(
        {.name = name,
         .title = "Errors",
         .alt = "Error of each run relative to the exact or published curve and its range, on a logarithmic axis, with "
                "one panel per quantity. The table below lists the largest errors.",
         .svg = *svg});
  }

  static std::string slug(const std::string& label) {
    std::string text;
    for (const char c : label) {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
        text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      } else if (!text.empty() && text.back() != '-') {
        text += '-';
      }
    }
    while (text.ends_with('-')) text.pop_back();
    return text;
  }

  static constexpr const char* kNoData =
      " The published curves are not shown: pass the folder that contains them with `beltdyn verify --data DIR`.";

  const ExhibitOptions& options_;
  const Formulations& formulations_;
  std::map<std::string, Outcome> outcomes_;
  Exhibits found_;
};

bool is_selected(const report::PlannedExhibit& plan, const std::vector<std::string>& ids) {
  return ids.empty() || std::any_of(ids.begin(), ids.end(), [&plan](const std::string& id) {
           // Either the id is a prefix of a case, or a prefix of cases is a prefix of the id.
           return plan.paper.starts_with(id) || plan.paper + "/" == id ||
                  std::any_of(plan.cases.begin(), plan.cases.end(), [&id](const std::string& item) {
                    return item.starts_with(id) || (item.ends_with('/') && id.starts_with(item));
                  });
         });
}

}  // namespace

void claim_runs_folder(const fs::path& folder) {
  std::error_code none;
  if (fs::exists(folder, none) && !fs::is_empty(folder, none) && !fs::exists(folder / kMark, none)) {
    throw UsageError(folder.string() + ": was not made by `beltdyn verify`; choose another folder with --out");
  }
  make_folder(folder);
  refuse_link(folder / kMark);
  write_text_file(folder / kMark, "Results of the report; `beltdyn verify --out` replaces them.\n");
}

Exhibits make_exhibits(const ExhibitOptions& options, const Formulations& formulations) {
  claim_runs_folder(options.folder);
  Collector collector(options, formulations);
  for (const report::PlannedExhibit& plan : report::planned_exhibits()) {
    if (is_selected(plan, options.ids)) collector.add(plan);
  }
  return collector.take();
}

}  // namespace beltdyn::app
