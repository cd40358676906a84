// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <spdlog/spdlog.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/result_folder.hpp"
#include "app/results.hpp"
#include "core/base/text_file.hpp"

namespace beltdyn::app {
namespace {

namespace fs = std::filesystem;

constexpr int kCommandNotFound = 127;
constexpr std::array kFormats{"svg", "png", "pdf"};

// The same results give the same bytes: the time of drawing in a PDF becomes a fixed one, in the same form.
void remove_date(const fs::path& pdf) {
  constexpr std::string_view kDate = "/CreationDate (D:";
  constexpr std::string_view kFixed = "20000101000000";  // year, month, day, hour, minute, second
  std::string text = read_text_file(pdf);
  const std::size_t at = text.find(kDate);
  if (at == std::string::npos || at + kDate.size() + kFixed.size() > text.size()) return;
  text.replace(at + kDate.size(), kFixed.size(), kFixed);
  write_text_file(pdf, text);
}

// Has gnuplot draw a script in its folder and returns the exit code; 127: there is no gnuplot.
int run_gnuplot(const fs::path& folder, const std::string& script, const std::string& format) {
  std::string program = "gnuplot";
  std::string option = "-e";
  std::string assignment = "format=\"" + format + "\"";
  std::string file = script;
  const std::array<char*, 5> arguments{program.data(), option.data(), assignment.data(), file.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  // gnuplot warns of empty ranges and the like; run the script to see the warnings.
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int error = posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return kCommandNotFound;
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

void write(const fs::path& folder, const plots::TextFile& file) {
  const fs::path path = folder / file.path;
  make_folder(path.parent_path());
  for (fs::path above = path.parent_path(); above != folder; above = above.parent_path()) refuse_link(above);
  refuse_link(folder);
  refuse_link(path);
  write_text_file(path, file.text);
}

}  // namespace

std::optional<std::string> draw_svg(const plots::FigureFiles& files, const std::string& figure,
                                    const fs::path& folder) {
  const std::string script = figure + ".gp";
  const auto found =
      std::find_if(files.scripts.begin(), files.scripts.end(), [&](const auto& file) { return file.path == script; });
  if (found == files.scripts.end()) return std::nullopt;
  for (const plots::TextFile& file : files.data) write(folder, file);
  write(folder, *found);
  const fs::path svg = folder / (figure + ".svg");
  refuse_link(svg);
  if (run_gnuplot(folder, script, "svg") != 0) {
    spdlog::warn("gnuplot could not draw {}; Debian: gnuplot-nox", (folder / script).string());
    return std::nullopt;
  }
  return read_text_file(svg);
}

std::set<std::string> draw_figures(const plots::Result& result, const fs::path& result_folder) {
  const fs::path folder = result_folder / "figures";
  const plots::FigureFiles files = plots::figure_files(result);
  for (const plots::TextFile& file : files.data) write(folder, file);
  for (const plots::TextFile& file : files.scripts) write(folder, file);
  std::set<std::string> drawn;
  for (const plots::TextFile& script : files.scripts) {
    const std::string name = fs::path(script.path).stem().string();
    for (const char* format : kFormats) {
      const std::string file = name + "." + format;
      refuse_link(folder / file);
      const int exit_code = run_gnuplot(folder, script.path, format);
      if (exit_code == kCommandNotFound) {
        spdlog::warn(
            "the scripts are in gnuplot is not installed (Debian: gnuplot-nox); {}; `beltdyn plot {}` draws them",
            folder.string(), result_folder.string());
        return drawn;
      }
      if (exit_code == 0) drawn.insert(file);
      if (exit_code == 0 && format == std::string_view("pdf")) remove_date(folder / file);
      if (exit_code != 0) spdlog::warn("gnuplot could not draw {} as {}", (folder / script.path).string(), format);
    }
  }
  spdlog::info("{} figures (SVG, PNG and PDF) are in {}", files.scripts.size(), folder.string());
  return drawn;
}

}  // namespace beltdyn::app
