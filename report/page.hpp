// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/content.hpp"

namespace beltdyn::report {

// A chapter of a page, with an entry in its navigation.
struct Section {
  std::string id;
  std::string title;
  std::string html;
  int level = 1;  // 2: part of the preceding section
};

// A link to another page in the same folder.
struct PageLink {
  std::string text;
  std::string file;
};

// The content of a page, for html_of().
struct Page {
  std::string title;
  std::string lead;       // one sentence below the title
  std::string verdict{};  // the result, a line of HTML
  std::string notices{};  // important notices, HTML
  std::vector<Section> sections;
  bool has_explorer = false;      // script for the members of a sweep
  bool has_modes = false;         // script that plays modes
  bool has_charts = false;        // script for charts over time
  std::vector<PageLink> links{};  // above the title
  std::string generator{};        // what made the page, for is_verification_page(); empty: not stated
};

// The text by which a page states its generator.
std::string generator_mark(std::string_view generator);

// The whole document as a single self-contained file: style, navigation, sections, scripts.
std::string html_of(const Page& page);

// Links to files beside the page, each labelled with the extension of its name: "SVG PDF".
std::string file_links(const std::vector<std::string>& files);

// A picture with its title and its files; a line with the reason if it was not drawn or is not an SVG.
std::string figure(const Picture& picture);

// The table of errors below a picture.
std::string error_table(const std::vector<ErrorLine>& errors);

// A convergence study: its picture, if any, and its table with the observed orders.
std::string refinement(const Refinement& study, const std::optional<Picture>& picture);

// Facts that differ from machine to machine and from day to day. Everything else on a page is bit-identical each time.
struct MachineFacts {
  std::string host;
  std::string processor;
  std::vector<std::pair<std::string, double>> times;  // durations by name [s]
};
// The machine facts between the marks kMachineBegin and kMachineEnd, with other content that depends on the machine.
std::string machine_part(const MachineFacts& facts, std::string_view html = "");
inline constexpr std::string_view kMachineBegin = "<!-- host and timings: begin -->";
inline constexpr std::string_view kMachineEnd = "<!-- host and timings: end -->";

// Version, git hash, compiler, flags and libraries of this build.
std::string build_part();

}  // namespace beltdyn::report
