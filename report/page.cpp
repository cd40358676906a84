// SPDX-License-Identifier: MIT
#include "report/page.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/version.hpp"
#include "report/content_policy.hpp"
#include "report/html.hpp"
#include "report/svg.hpp"

namespace beltdyn::embedded {
std::string_view report_part(std::string_view file_name);
}

namespace beltdyn::report {
namespace {

constexpr int kGreys = 100;
constexpr int kGreyStep = 5;
constexpr int kMostDigits = 4;

// The greys of figures, from the ink --k0 to the paper --k100.
std::string greys() {
  std::string css = ":root{";
  for (int k = 0; k <= kGreys; k += kGreyStep) {
    css += fmt::format("--k{0}:color-mix(in srgb,var(--paper) {0}%,var(--ink));", k);
  }
  return css + "}\n";
}

std::string navigation(const std::vector<Section>& sections) {
  std::string html = "<ol>\n";
  for (const Section& section : sections) {
    html += fmt::format("<li{}><a href=\"#{}\">{}</a></li>\n", section.level > 1 ? " class=\"sub\"" : "", section.id,
                        escape(section.title));
  }
  return html + "</ol>\n";
}

std::string section_html(const Section& section) {
  const int heading = section.level + 1;
  return fmt::format(
      "<section id=\"{0}\" aria-labelledby=\"{0}-title\"><h{1} id=\"{0}-title\">{2}</h{1}>\n{3}</section>\n",
      section.id, heading, escape(section.title), section.html);
}

std::string links_html(const std::vector<PageLink>& links) {
  if (links.empty()) return {};
  std::string html = "<nav class=\"pages\" aria-label=\"Pages\">";
  for (const PageLink& link : links) {
    html += fmt::format("<a href=\"{}\">{}</a>\n", escape(link.file), escape(link.text));
  }
  return html + "</nav>\n";
}

std::string script_if(bool is_needed, std::string_view file) {
  return is_needed ? fmt::format("<script>{}</script>\n", embedded::report_part(file)) : std::string();
}

std::string definition(std::string_view name, std::string_view value_html) {
  return fmt::format("<dt>{}</dt><dd>{}</dd>\n", escape(name), value_html);
}

}  // namespace

std::string generator_mark(std::string_view generator) {
  return fmt::format("<meta name=\"generator\" content=\"{}\">\n", escape(generator));
}

std::string html_of(const Page& page) {
  std::string body;
  for (const Section& section : page.sections) body += section_html(section);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{9}{11}"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" "
      "content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n<title>{0}</title>\n<style>\n{1}{2}</style>\n"
      "<script>{3}</script>\n</head>\n<body>\n<a class=\"skip\" href=\"#content\">Skip to the content</a>\n"
      "<div class=\"bar\"><details class=\"menu\" id=\"menu\" open><summary>Contents</summary><nav "
      "aria-label=\"Contents\">\n"
      "{4}</nav></details><button type=\"button\" id=\"theme\" hidden>Dark</button></div>\n"
      "<main id=\"content\">\n<header>{12}<h1>{0}</h1>\n{5}</header>\n{6}</main>\n<script>{7}</script>\n<script>{8}"
      "</script>\n{10}</body>\n</html>\n",
      escape(page.title), greys(), embedded::report_part("style.css"), embedded::report_part("theme.js"),
      navigation(page.sections), paragraph(page.lead, "lead") + page.verdict + page.notices, body,
      embedded::report_part("page.js"), embedded::report_part("player.js"), content_policy(),
      script_if(page.has_charts, "charts.js") + script_if(page.has_modes, "modes.js") +
          script_if(page.has_explorer, "explorer.js"),
      page.generator.empty() ? std::string() : generator_mark(page.generator), links_html(page.links));
}

std::string file_links(const std::vector<std::string>& files) {
  std::string html;
  for (const std::string& file : files) {
    const std::size_t dot = file.rfind('.');
    std::string name = dot == std::string::npos ? file : file.substr(dot + 1);
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    html += fmt::format(" <a href=\"{}\" download>{}</a>", escape(file), escape(name));
  }
  return html.empty() ? html : "<span class=\"files\">" + html + "</span>";
}

std::string figure(const Picture& picture) {
  const std::string caption =
      fmt::format("<figcaption>{}{}</figcaption>", escape(picture.title), file_links(picture.files));
  const auto missing = [&](std::string_view why) {
    return fmt::format("<figure class=\"missing\"><p>Not drawn: {} {}</p>{}</figure>\n", escape(why),
                       escape(picture.alt), caption);
  };
  if (picture.svg.empty()) return missing("gnuplot is required.");
  try {
    return fmt::format("<figure id=\"figure-{}\"><div class=\"scroll\">{}</div>{}</figure>\n", anchor(picture.name),
                       inline_svg(picture), caption);
  } catch (const IoError& error) {
    // A damaged picture must not prevent the page.
    return missing(fmt::format("{}.", error.what()));
  }
}

std::string error_table(const std::vector<ErrorLine>& errors) {
  if (errors.empty()) return {};
  Table table{
      .columns = {{"quantity"}, {"run"}, {"held against"}, {"largest", true}, {"of the range", true}, {"L2", true}},
      .rows = {}};
  for (const ErrorLine& line : errors) {
    table.rows.push_back(
        {.cells = {text_cell(line.quantity), text_cell(line.run), text_cell(line.reference),
                   number_cell(line.maximum, 3), number_cell(line.maximum_relative, 2), number_cell(line.l2, 3)}});
  }
  return html_of(table);
}

std::string refinement(const Refinement& study, const std::optional<Picture>& picture) {
  std::string html = fmt::format("<article class=\"study\" id=\"study-{}\"><h4>{}</h4>\n",
                                 anchor(study.id + "-" + study.title), escape(study.title));
  html +=
      fmt::format("<p class=\"note\"><code>{}</code> Error: {}.{}</p>\n", escape(study.id), escape(study.error),
                  study.expected_order ? fmt::format(" Order by theory: {}.", shown(*study.expected_order, kMostDigits))
                                       : std::string());
  if (picture) html += figure(*picture);
  Table table{.columns = {{study.parameter, true}, {"error", true}, {"observed order", true}}, .rows = {}};
  for (std::size_t i = 0; i < study.values.size() && i < study.errors.size(); ++i) {
    const bool has_order = i > 0 && i <= study.orders.size();
    table.rows.push_back({.cells = {number_cell(study.values[i]), number_cell(study.errors[i], 3),
                                    has_order ? number_cell(study.orders[i - 1], 3) : Cell{.html = ""}}});
  }
  return html + html_of(table) + "</article>\n";
}

std::string machine_part(const MachineFacts& facts, std::string_view more_html) {
  std::string html = fmt::format("{}\n<div class=\"machine\"><dl>\n", kMachineBegin);
  html += definition("machine", escape(facts.host));
  html += definition("processor", escape(facts.processor));
  html += "</dl>\n";
  Table table{.columns = {{"what"}, {"time [s]", true}}, .rows = {}};
  for (const auto& [what, time] : facts.times) {
    table.rows.push_back({.cells = {text_cell(what), number_cell(time, 3)}});
  }
  if (!table.rows.empty()) html += html_of(table);
  return html + fmt::format("{}</div>\n{}\n", more_html, kMachineEnd);
}

std::string build_part() {
  const BuildInfo& build = build_info();
  std::string libraries;
  for (const auto& [name, version] : build.libraries) {
    libraries += fmt::format("{}{} {}", libraries.empty() ? "" : ", ", escape(name), escape(version));
  }
  return "<dl>\n" + definition("BeltDyn", escape(build.version)) +
         definition("git hash", "<code>" + escape(build.git_hash) + "</code>") +
         definition("compiler", escape(build.compiler)) +
         definition("flags", "<code>" + escape(build.flags) + "</code>") + definition("libraries", libraries) +
         "</dl>\n";
}

}  // namespace beltdyn::report
