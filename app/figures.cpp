// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <spdlog/spdlog.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/result_folder.hpp"
#include "app/results.hpp"
#include "core/base/stop_request.hpp"
#include "core/base/text_file.hpp"

namespace beltdyn::app {
namespace {

namespace fs = std::filesystem;

constexpr int kCommandNotFound = 127;
// What the same results give has the same bytes: the time at which a PDF says it was made, midnight before 2000-01-01.
constexpr const char* kTimeOfPictures = "SOURCE_DATE_EPOCH=946684800";
constexpr const char* kZoom = "--zoom=1.5";  // of a PNG, for screens

// The other formats of a picture, and how rsvg-convert makes them.
struct Format {
  const char* extension;
  std::vector<std::string> options;
};
const std::array<Format, 2> kFormats{{{".png", {"--format=png", kZoom}}, {".pdf", {"--format=pdf"}}}};

// Has a program work in a folder and returns its exit code; 127: it is not there.
int run_program(const fs::path& folder, std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::string time = kTimeOfPictures;
  std::vector<char*> environment{time.data()};
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (!std::string_view(*entry).starts_with("SOURCE_DATE_EPOCH=")) environment.push_back(*entry);
  }
  environment.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  // gnuplot warns of empty ranges and the like; run the script to see the warnings.
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, words.front().c_str(), &actions, nullptr, arguments.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return error == ENOENT ? kCommandNotFound : 1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  // The signal may have ended this program, too.
  throw_if_stopped();
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

// Without the settings of the user, by which pictures would differ from those of others. Returns the exit code.
int run_gnuplot(const fs::path& folder, const std::string& script) {
  throw_if_stopped();
  return run_program(folder, {"gnuplot", "--default-settings", script});
}

// Makes the other formats of an SVG, and returns those that there are; none where the program for it is missing.
std::optional<std::set<std::string>> convert(const fs::path& folder, const std::string& name) {
  std::set<std::string> made;
  for (const Format& format : kFormats) {
    const std::string file = name + format.extension;
    refuse_link(folder / file);
    std::vector<std::string> words{"rsvg-convert"};
    words.insert(words.end(), format.options.begin(), format.options.end());
    words.insert(words.end(), {"--output=" + file, name + ".svg"});
    const int exit_code = run_program(folder, words);
    if (exit_code == kCommandNotFound) return std::nullopt;
    if (exit_code == 0) made.insert(file);
    if (exit_code != 0) spdlog::warn("rsvg-convert could not make {}", (folder / file).string());
  }
  return made;
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
  if (run_gnuplot(folder, script) != 0) {
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
  bool converts = true;
  for (const plots::TextFile& script : files.scripts) {
    const std::string name = fs::path(script.path).stem().string();
    refuse_link(folder / (name + ".svg"));
    const int exit_code = run_gnuplot(folder, script.path);
    if (exit_code == kCommandNotFound) {
      spdlog::warn(
          "gnuplot is not installed (Debian: gnuplot-nox); the scripts are in {}; `beltdyn plot {}` draws them",
          folder.string(), result_folder.string());
      return drawn;
    }
    if (exit_code != 0) {
      spdlog::warn("gnuplot could not draw {}", (folder / script.path).string());
      continue;
    }
    drawn.insert(name + ".svg");
    if (!converts) continue;
    if (std::optional<std::set<std::string>> made = convert(folder, name)) {
      drawn.merge(*made);
    } else {
      converts = false;
      spdlog::warn("rsvg-convert is not installed (Debian: librsvg2-bin), so figures are there as SVG only");
    }
  }
  spdlog::info("{} figures ({}) are in {}", files.scripts.size(), converts ? "SVG, PNG and PDF" : "SVG",
               folder.string());
  return drawn;
}

}  // namespace beltdyn::app
