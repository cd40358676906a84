// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/content.hpp"

namespace beltdyn::report {

// A section of a page, with an entry in the navigation.
struct Section {
  std::string id;
  std::string title;
  std::string html;
  int level = 1;  // 2: subsection of the preceding section
};

// A link to another page in the same folder.
struct PageLink {
  std::string text;
  std::string file;
};

// The content of a whole page.
struct Page {
  std::string title;
  std::string lead;       // one sentence under the title
  std::string verdict{};  // the outcome, one line of HTML
  std::string notices{};  // important warnings, HTML
  std::vector<Section> sections;
  bool has_explorer = false;      // interactive diagram of the members of a sweep
  bool has_modes = false;         // animation of modes
  bool has_charts = false;        // diagrams over time
  std::vector<PageLink> links{};  // shown above the title
  std::string generator{};        // identifies the program part that made the page; empty: not stated
};

// The markup that states the generator of a page.
std::string generator_mark(std::string_view generator);

// The whole document as a single file without dependencies: style, navigation, sections, scripts.
std::string html_of(const Page& page);

// Links to files relative to the page, each named by its extension: "SVG PDF".
std::string file_links(const std::vector<std::string>& files);

// A picture with title and files; or a message if it was not drawn or is not an SVG.
std::string figure(const Picture& picture);

// The table below a picture.
std::string error_table(const std::vector<ErrorLine>& errors);

// A convergence study: its picture, if any, and a table with the observed orders.
std::string refinement(const Refinement& study, const std::optional<Picture>& picture);

// Facts that depend on the machine and the day; everything else on a page is bit-identical in each run.
struct MachineFacts {
  std::string host;
  std::string processor;
  std::vector<std::pair<std::string, double>> times;  // measured times by name [s]
};
// The machine-dependent part of a page, between the marks kMachineBegin and kMachineEnd; `html` is further
// machine-dependent content.
std::string machine_part(const MachineFacts& facts, std::string_view html = "");
inline constexpr std::string_view kMachineBegin = "<!-- host and timings: begin -->";
inline constexpr std::string_view kMachineEnd = "<!-- host and timings: end -->";

// Version, git hash, compiler, flags and libraries of this build.
std::string build_part();

}  // namespace beltdyn::report
