// SPDX-License-Identifier: MIT
#include "report/comparison_page.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/csv_table.hpp"
#include "core/drive/drive.hpp"
#include "core/drive/left_out.hpp"
#include "report/differences.hpp"
#include "report/drive_sketch.hpp"
#include "report/html.hpp"
#include "report/parameter_list.hpp"

namespace beltdyn::report {
namespace {

constexpr double kSameTime = 1e-9;  // relative

bool has_failed(const RunSummary& run) { return run.status != "complete"; }

// Results of program versions without verdicts have a status only.
const std::string& verdict_of(const RunSummary& run) { return run.verdict.empty() ? run.status : run.verdict; }

Cell status_cell(const RunSummary& run) {
  return {.html = escape(verdict_of(run)),
          .sort = std::nullopt,
          .style = has_failed(run) ? "fail" : (run.is_clean ? "pass" : "warn")};
}

// "2 balances are open: balance_power is off by 0.03, tolerance 0.001; ..."
std::string open_balances(const RunSummary& run) {
  std::string list;
  int count = 0;
  for (const RecordedBalance& line : run.balances) {
    if (!line.is_open) continue;
    ++count;
    list += fmt::format("{}<code>{}</code> is off by {} at {} s, tolerance {}", count > 1 ? "; " : "",
                        escape(std::string(split_header(line.column).name)), shown(line.largest, 2),
                        shown(line.time, 4), shown(line.tolerance, 2));
  }
  if (count == 0) return {};
  return fmt::format("<a href=\"#balances\">{}</a>: {}.",
                     count == 1 ? "1 balance is not closed" : fmt::format("{} balances are not closed", count), list);
}

std::string sentence(std::string text) {
  if (text.front() >= 'a' && text.front() <= 'z') text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return escape(text) + (text.ends_with('.') ? "" : ".");
}

// The most important notices: incomplete runs, gross slip, violated balances.
std::string notices(const std::vector<RunSummary>& runs) {
  std::string html;
  for (const RunSummary& run : runs) {
    std::string lines;
    const auto add = [&lines](const std::string& line) { lines += "<span>" + line + "</span>"; };
    if (!run.message.empty()) add(sentence(run.message));
    for (const std::string& remark : run.remarks) add(sentence(remark));
    if (const std::string open = open_balances(run); !open.empty()) add(open);
    if (lines.empty() && !has_failed(run)) continue;
    html += fmt::format("<li class=\"{}\"><strong>{}: {}</strong>{}</li>\n", has_failed(run) ? "fail" : "warn",
                        escape(run.name), escape(verdict_of(run)), lines);
  }
  return html.empty() ? html : "<ul class=\"notices\">\n" + html + "</ul>\n";
}

// "ancf (ended at 0.3 s)" for a run that ended early.
std::string label_of(const ComparisonContent& content, const std::string& run) {
  const auto found = std::ranges::find(content.runs, run, &RunSummary::name);
  const bool is_early = found != content.runs.end() && has_failed(*found);
  return is_early ? fmt::format("{} (ended at {} s)", run, shown(found->reached, 4)) : run;
}

// A sentence about the difference between runs of one model and whether it is explained; empty without such runs.
std::string difference_line(const postprocess::WorstDifference& worst) {
  if (worst.column == nullptr) return {};
  const postprocess::ColumnDifference& column = *worst.column;
  if (!column.of_errors && column.relative() == 0.0) return " Runs of one model give the same numbers.";
  const std::string_view where =
      postprocess::is_main_column(column.column) ? " in speeds, torques and span forces" : "";
  const std::string whose = fmt::format("{} against {}, {}", worst.pair->run, worst.pair->reference, column.column);
  if (column.of_errors && column.is_explained() && !column.agrees()) {
    return fmt::format(
        " Runs of one model differ by {} of the range, which is within their error bars ({}): these are too large to "
        "tell "
        "which of them is right.",
        shown(*column.relative(), 2), whose);
  }
  if (column.of_errors && column.is_explained()) {
    return fmt::format(" The error bars explain the differences between runs of one model{} (at most {} of them: {}).",
                       where, shown(*column.of_errors, 2), whose);
  }
  if (column.of_errors) {
    return fmt::format(
        " Runs of one model differ by {} times their error bars ({}): something besides mesh and step is "
        "wrong with one of them.",
        shown(*column.of_errors, 2), whose);
  }
  return fmt::format(
      " Largest difference between runs of one model{}: {} of the {} ({}).{}", where, shown(*column.relative(), 2),
      column.relative() == column.maximum_relative ? "range" : "magnitude", whose,
      column.is_explained()
          ? ""
          : " Meshes or steps may be too coarse, which --errors tells, or one run neglects what the other has, "
            "see its warnings.");
}

// A sentence about a steady run that differs from a transient one by more than errors, where loads or speeds vary in
// time; empty if there is none.
std::string transient_line(const ComparisonContent& content) {
  if (!varies_in_time(*content.drive)) return {};
  const postprocess::WorstDifference worst = postprocess::neglected_transient(content.pairs);
  if (worst.column == nullptr) return {};
  const bool run_is_steady = postprocess::is_steady_model(worst.pair->run_model);
  const std::string& steady = run_is_steady ? worst.pair->run : worst.pair->reference;
  const std::string& other = run_is_steady ? worst.pair->reference : worst.pair->run;
  return fmt::format(
      " Loads or speeds vary in time: {}, the steady motion of each instant, differs from {} by up to {} times their "
      "error bars ({}), as it neglects the belt that spans take up or give while their forces change; "
      "analytic_string_dynamics, for the drives that it supports, accounts for that.",
      steady, other, shown(*worst.column->of_errors, 2), worst.column->column);
}

// One line for readers in a hurry: are the runs complete and consistent, and how much do they differ?
std::string verdict_line(const ComparisonContent& content) {
  if (content.runs.empty()) return {};
  const auto n = static_cast<std::ptrdiff_t>(content.runs.size());
  const auto failed = std::ranges::count_if(content.runs, has_failed);
  const auto warned =
      std::ranges::count_if(content.runs, [](const RunSummary& run) { return !has_failed(run) && !run.is_clean; });
  const auto open = std::ranges::count_if(content.runs, [](const RunSummary& run) {
    return !has_failed(run) && std::ranges::any_of(run.balances, &RecordedBalance::is_open);
  });
  std::string text;
  if (failed > 0) {
    text = fmt::format("{} of {} {} failed.", failed, n, n == 1 ? "run" : "runs");
  } else if (open > 0) {
    text = fmt::format("Not complete: the balances of {} of {} {} are not closed.", open, n, n == 1 ? "run" : "runs");
  } else if (warned > 0) {
    text = fmt::format("Complete, with warnings for {} of {} {}.", warned, n, n == 1 ? "run" : "runs");
  } else {
    text = fmt::format("{} complete, all balances closed.", n == 1 ? "The run is" : fmt::format("All {} runs are", n));
  }
  const postprocess::WorstDifference worst = postprocess::worst_difference(content.pairs);
  const bool is_explained = worst.column == nullptr || worst.column->agrees();
  const std::string of_transient = transient_line(content);
  const bool is_good = warned == 0 && is_explained && of_transient.empty();
  const std::string_view style = failed > 0 ? "fail" : (is_good ? "pass" : "warn");
  return paragraph(text + difference_line(worst) + of_transient, fmt::format("verdict {}", style));
}

// For a belt drive the parameters of belt and contact, because its pulleys are in the table above; for other drives
// all.
std::string drive_parameters(const Drive& drive) {
  std::vector<Parameter> list = std::visit(
      [](auto copy) { return parameters_of([&copy](config::FieldVisitor& visitor) { copy.visit(visitor); }); }, drive);
  const bool is_belt = std::holds_alternative<BeltDrive>(drive);
  std::erase_if(list, [is_belt](const Parameter& p) {
    return is_belt && !p.key.starts_with("belt.") && !p.key.starts_with("contact.");
  });
  if (list.empty()) return {};
  return folded(is_belt ? "Belt and contact" : "Parameters", parameter_table(list));
}

// Remarks on a run in addition to its table row.
std::string remarks_on(const RunSummary& run, double end_time) {
  std::string html;
  for (const std::string& warning : run.warnings) html += paragraph(warning, "note");
  if (run.reached < end_time * (1.0 - kSameTime)) {
    html +=
        fmt::format("<p class=\"note\">Its results end at {} s of {} s.</p>\n", shown(run.reached), shown(end_time));
  }
  if (!run.error_advice.empty()) html += paragraph("Error bars: " + run.error_advice + ".", "note");
  if (run.unsettled_steps > 0) {
    html += fmt::format("<p class=\"note\">In {} of {} steps the contact states had not converged.</p>\n",
                        run.unsettled_steps, run.steps);
  }
  if (html.empty()) return html;
  return fmt::format("<article class=\"case\"><h4>{}</h4>\n{}</article>\n", escape(run.name), html);
}

// Links with the file names as text.
std::string links_to(const std::vector<std::string>& files) {
  std::string html;
  for (const std::string& file : files) {
    html += fmt::format("{}<a href=\"{}\" download>{}</a>", html.empty() ? "" : ", ", escape(file),
                        escape(file.substr(file.rfind('/') + 1)));
  }
  return html;
}

// A steady motion is not an exact solution of a transient drive.
std::string exactness_of(const RunSummary& run, const ComparisonContent& content) {
  if (postprocess::is_steady_only(run, content.runs)) return " (exact steady motion only)";
  return exact_mark(run.name);
}

std::string runs_html(const ComparisonContent& content) {
  Table table{.caption = "The runs",
              .columns = {{"run"},
                          {"formulation"},
                          {"status"},
                          {"reached [s]", true},
                          {"steps", true},
                          {"iterations", true},
                          {"rejected", true},
                          {"exact model"}},
              .rows = {},
              .id = "runs-table",
              .is_sortable = content.runs.size() > 1};
  std::string remarks;
  std::string files;
  for (const RunSummary& run : content.runs) {
    Cell name{
        .html = fmt::format("<strong>{}</strong>{}", escape(run.name), run.is_exact ? exactness_of(run, content) : "")};
    table.rows.push_back({.cells = {std::move(name),
                                    {.html = "<code>" + escape(run.formulation) + "</code>"},
                                    status_cell(run),
                                    number_cell(run.reached),
                                    number_cell(static_cast<double>(run.steps), 9),
                                    number_cell(static_cast<double>(run.newton_iterations), 9),
                                    number_cell(static_cast<double>(run.rejected_steps), 9),
                                    Cell{.html = escape(run.model), .sort = std::nullopt, .style = "text"}},
                          .style = has_failed(run) ? "failed" : ""});
    remarks += remarks_on(run, content.end_time);
    if (!run.files.empty()) files += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escape(run.name), links_to(run.files));
  }
  if (!files.empty()) files = folded("Files", "<dl>\n" + files + "</dl>\n");
  return html_of(table) + remarks + files;
}

std::string pairs_html(const ComparisonContent& content) {
  const std::string html =
      html_of(content.pairs, [&content](const std::string& run) { return label_of(content, run); });
  if (html.empty()) return html;
  return paragraph(
             "The difference of each pair of runs over their common time, also divided by the range of the second run, "
             "its largest less its least value; if only that run is steady, by the larger of both ranges.") +
         html + (content.files.empty() ? "" : "<p class=\"note\">Tables: " + links_to(content.files) + "</p>\n");
}

std::string headline_html(const ComparisonContent& content) {
  std::vector<Cell> verdicts;
  for (const HeadlineNumbers& run : content.headlines) {
    const auto summary = std::ranges::find(content.runs, run.run, &RunSummary::name);
    verdicts.push_back(summary == content.runs.end() ? Cell{.html = ""} : status_cell(*summary));
  }
  return html_of(
      content.headlines, verdicts, [&content](const std::string& run) { return label_of(content, run); },
      std::ranges::all_of(content.runs, &RunSummary::is_exact));
}

std::string numbers_html(const ComparisonContent& content) {
  const std::vector<BeltNumbers>& runs = content.belt_numbers;
  constexpr std::size_t kMostOpen = 1;
  std::string html;
  for (const BeltNumbers& numbers : runs) {
    html += html_of(numbers, label_of(content, numbers.run), runs.size() <= kMostOpen);
  }
  if (html.empty()) return html;
  return paragraph(
             "Summary of each run. For each pulley: the mean power transmitted from the belt; the largest hub load and "
             "its time; the smallest margin to gross slip (the unused fraction of the friction limit) and its time; "
             "the largest slip arc as a fraction of the wrap; the largest slip speed, and the mean power dissipated by "
             "slip. For each span: the force in its middle.") +
         html;
}

// Of a balance whose error exceeds its tolerance only while the run has exchanged hardly any energy.
std::string start_note(const RecordedBalance& line) {
  if (!(line.largest > line.tolerance)) return {};
  return fmt::format(
      "<small class=\"reason\">the largest error is at the start, relative to the little energy exchanged until then; "
      "relative to at least {} % of the energy of the run it is {}</small>",
      shown(100.0 * DefectRecord::kLeastPart), shown(line.for_verdict, 2));
}

std::string balances_html(const ComparisonContent& content) {
  Table table{.caption = "Balances",
              .columns = {{"run"}, {"law"}, {"largest", true}, {"at [s]", true}, {"tolerance", true}, {"result"}},
              .rows = {},
              .id = "balance-table",
              .is_sortable = true};
  for (const RunSummary& run : content.runs) {
    for (const RecordedBalance& line : run.balances) {
      Cell law{.html = fmt::format("{}<small class=\"reason\"><code>{}</code></small>", escape(line.law),
                                   escape(line.column)),
               .sort = std::nullopt,
               .style = "text"};
      Cell result{.html = line.is_open ? "open" : "holds" + start_note(line),
                  .sort = std::nullopt,
                  .style = line.is_open ? "fail" : "pass"};
      table.rows.push_back(
          {.cells = {text_cell(label_of(content, run.name)), std::move(law), number_cell(line.largest, 3),
                     number_cell(line.time, 4), number_cell(line.tolerance, 2), std::move(result)},
           .style = line.is_open ? "failed" : ""});
    }
  }
  if (table.rows.empty()) return {};
  return paragraph("Conservation laws, and the error of each run.") + html_of(table);
}

std::string parameter_html(const ParameterTable& study) {
  Table table{.caption = "Results of " + study.run + " over " + study.parameter,
              .columns = {{"at the end of the runs"}},
              .rows = {},
              .id = {},
              .is_sortable = false};
  for (const double value : study.values) table.columns.push_back({shown(value), true});
  table.columns.push_back({"change", true});
  table.columns.push_back({"sensitivity", true});
  for (const ParameterRow& row : study.rows) {
    std::vector<Cell> cells{text_cell(row.column)};
    for (const double result : row.results) cells.push_back(number_cell(result));
    cells.push_back(number_cell(row.change, 3));
    cells.push_back(number_cell(row.sensitivity, 3));
    table.rows.push_back({.cells = std::move(cells)});
  }
  return fmt::format("<h4>{} over <code>{}</code></h4>\n", escape(study.run), escape(study.parameter)) + html_of(table);
}

std::string parameters_html(const ComparisonContent& content) {
  if (content.parameter_tables.empty()) return {};
  std::string html = paragraph(
      "The parameter is not a discretisation parameter: the results belong to different drives, so their differences "
      "are not errors and there is no order of convergence. The change is that from the first to the last value, "
      "relative; the sensitivity between them is d ln(result)/d ln(parameter).");
  for (const ParameterTable& study : content.parameter_tables) html += parameter_html(study);
  for (const std::string& remark : content.study_remarks) html += paragraph(remark, "note");
  return html;
}

std::string studies_html(const ComparisonContent& content) {
  std::string html;
  for (const Refinement& study : content.studies) html += refinement(study, std::nullopt);
  if (!html.empty()) html = "<div class=\"studies\">\n" + html + "</div>\n";
  if (!content.parameter_tables.empty()) return html;  // the tables' section shows the remarks then
  for (const std::string& remark : content.study_remarks) html += paragraph(remark, "note");
  return html;
}

// Times depend on the machine and are therefore listed in its section.
std::string cost_html(const ComparisonContent& content) {
  Table table{.columns = {{"run"}, {"time [s]", true}, {"CPU time [s]", true}, {"per step [s]", true}}, .rows = {}};
  for (const RunSummary& run : content.runs) {
    const auto steps = static_cast<double>(run.steps);
    table.rows.push_back(
        {.cells = {text_cell(label_of(content, run.name)), number_cell(run.wall_time, 3), number_cell(run.cpu_time, 3),
                   run.steps > 0 ? number_cell(run.wall_time / steps, 3) : Cell{.html = ""}}});
  }
  return machine_part(content.machine, html_of(table));
}

std::string lead_of(const ComparisonContent& content) {
  const auto failed = std::count_if(content.runs.begin(), content.runs.end(), has_failed);
  const std::string count = content.runs.size() == 1 ? "One run" : fmt::format("{} runs", content.runs.size());
  const std::size_t n_variants = content.variants.variants.size();
  const std::string drives = n_variants == 0 ? "one drive" : fmt::format("{} variants of one drive", n_variants);
  const std::string until = fmt::format(" of {} s on {}.", shown(content.end_time), drives);
  if (failed == 0) return count + until;
  if (content.runs.size() == 1) return count + until + " It did not finish.";
  return count + until + (failed == 1 ? " One of them" : fmt::format(" {} of them", failed)) + " did not finish.";
}

}  // namespace

std::string comparison_page(const ComparisonContent& content) {
  Page page{.title = content.name,
            .lead = lead_of(content),
            .verdict = verdict_line(content),
            .notices = notices(content.runs),
            .sections = {}};
  page.has_modes = !content.modes.empty();
  page.has_charts = !content.charts.empty();
  const auto add = [&page](std::string id, std::string title, std::string html) {
    if (!html.empty())
      page.sections.push_back({.id = std::move(id), .title = std::move(title), .html = std::move(html)});
  };
  add("answer", "Results", headline_html(content));
  add("variants", "Variants", html_of(content.variants));
  add("players", "In motion", html_of(content.players));
  add("charts", "Over time", html_of(content.charts, content.charted));
  add("differences", "Differences", pairs_html(content));
  add("modes", "Modes", modes_html(content.modes));
  add("crossings", "Orders and modes", crossings_html(content.crossings));
  add("order-peaks", "Response to orders", peaks_html(content.order_peaks));
  add("numbers", "Pulleys and spans", numbers_html(content));
  std::string figures;
  for (const Picture& picture : content.figures) figures += figure(picture);
  add("figures", "Figures", figures);
  add("convergence", "Convergence", studies_html(content));
  add("study", "Results over a parameter", parameters_html(content));
  add("drive", "The drive", drive_sketch(content.drive, content.end_time) + drive_parameters(content.drive));
  add("runs", "Runs", runs_html(content));
  add("balances", "Balances", balances_html(content));
  add("cost", "Cost", cost_html(content));
  const std::string configuration =
      folded("The configuration with all defaults", "<pre>" + escape(content.configuration) + "</pre>\n");
  const std::string command =
      content.command.empty() ? "" : fmt::format("<p><code>{}</code></p>\n", escape(content.command));
  const std::string build = folded("Version, compiler and libraries", build_part());
  add("provenance", "Provenance", command + configuration + build + paragraph(content.builds, "note"));
  return html_of(page);
}

}  // namespace beltdyn::report
