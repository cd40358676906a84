// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/content.hpp"

namespace beltdyn::report {

// A chapter of a page, with a line in its navigation.
struct Section {
  std::string id;
  std::string title;
  std::string html;
  int level = 1;  // 2: part of the section before
};

// To another page in the same folder.
struct PageLink {
  std::string text;
  std::string file;
};

struct Page {
  std::string title;
  std::string lead;       // one sentence under the title
  std::string verdict{};  // what has come out, a line of HTML
  std::string notices{};  // what must not be overlooked, HTML
  std::vector<Section> sections;
  bool has_explorer = false;      // of the members of a sweep
  bool has_modes = false;         // to be played
  bool has_charts = false;        // of quantities over time
  std::vector<PageLink> links{};  // over the title
  std::string generator{};        // what made it, for those who look for its pages; empty: not said
};

// How a page says what made it.
std::string generator_mark(std::string_view generator);

// The whole document, one file that is shown without any other: style, navigation, sections, scripts.
std::string html_of(const Page& page);

// Links to files beside the page, each called by the end of its name: "SVG PDF".
std::string file_links(const std::vector<std::string>& files);

// A picture with its title and its files; if it was not drawn, or is no SVG, a line that says so.
std::string figure(const Picture& picture);

// The table under a picture.
std::string error_table(const std::vector<ErrorLine>& errors);

// A convergence study: its picture, if there is one, and its table with the observed orders.
std::string refinement(const Refinement& study, const std::optional<Picture>& picture);

// What differs from machine to machine and from day to day. Everything else on a page is the same bytes each time.
struct MachineFacts {
  std::string host;
  std::string processor;
  std::vector<std::pair<std::string, double>> times;  // what took how long [s]
};
// Between the marks kMachineBegin and kMachineEnd, with what else depends on the machine.
std::string machine_part(const MachineFacts& facts, std::string_view html = "");
inline constexpr std::string_view kMachineBegin = "<!-- host and timings: begin -->";
inline constexpr std::string_view kMachineEnd = "<!-- host and timings: end -->";

// Version, git hash, compiler, flags and libraries of this build.
std::string build_part();

}  // namespace beltdyn::report
