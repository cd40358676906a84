// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <spdlog/spdlog.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/in_order.hpp"
#include "app/result_folder.hpp"
#include "app/results.hpp"
#include "core/base/stop_request.hpp"
#include "core/base/text_file.hpp"

namespace beltdyn::app {
namespace {

namespace fs = std::filesystem;

constexpr int kCommandNotFound = 127;
// Fixes the creation time in PDF files to 2000-01-01 00:00 UTC, so that equal results give bit-identical files.
constexpr const char* kTimeOfPictures = "SOURCE_DATE_EPOCH=946684800";
constexpr const char* kZoom = "--zoom=1.5";           // for a PNG on screens
constexpr const char* kZoomOfPrint = "--zoom=3.125";  // for a PNG of given size: 300 pixels per inch

// Another format of a picture, and the options of rsvg-convert for it.
struct Format {
  const char* extension;
  std::vector<std::string> options;
};
std::array<Format, 2> formats(const char* zoom) {
  return {{{".png", {"--format=png", zoom}}, {".pdf", {"--format=pdf"}}}};
}

// Runs a program in a folder and returns its exit code; 127: the program does not exist.
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
  // Hides gnuplot's warnings of empty ranges and the like; running a script by hand shows them.
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, words.front().c_str(), &actions, nullptr, arguments.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return error == ENOENT ? kCommandNotFound : 1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  // The signal may have been sent to this program, too.
  throw_if_stopped();
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

// Draws several scripts in one gnuplot process and resets its state between them. Ignores the user's settings, which
// would change the pictures. Returns the exit code.
int run_gnuplot(const fs::path& folder, std::span<const std::string> scripts) {
  throw_if_stopped();
  std::vector<std::string> words{"gnuplot", "--default-settings"};
  for (const std::string& script : scripts) {
    if (&script != scripts.data()) words.insert(words.end(), {"-e", "reset session"});
    words.push_back(script);
  }
  return run_program(folder, words);
}

// The result of converting an SVG.
struct Converted {
  std::vector<std::string> made{};
  std::vector<std::string> failed{};
  bool has_program = true;
};

// Converts an SVG to the other formats.
Converted convert(const fs::path& folder, const std::string& name, const char* zoom) {
  Converted outcome;
  for (const Format& format : formats(zoom)) {
    const std::string file = name + format.extension;
    refuse_link(folder / file);
    std::vector<std::string> words{"rsvg-convert"};
    words.insert(words.end(), format.options.begin(), format.options.end());
    words.insert(words.end(), {"--output=" + file, name + ".svg"});
    const int exit_code = run_program(folder, words);
    if (exit_code == kCommandNotFound) return {.has_program = false};
    (exit_code == 0 ? outcome.made : outcome.failed).push_back(file);
  }
  return outcome;
}

// Returns the names of the drawn pictures, without extension; none if gnuplot is missing. If a script fails, gnuplot
// skips the following ones; each is then drawn separately.
std::optional<std::vector<std::string>> draw(const fs::path& folder, const std::vector<std::string>& scripts) {
  std::vector<std::string> names;
  for (const std::string& script : scripts) {
    names.push_back(fs::path(script).stem().string());
    refuse_link(folder / (names.back() + ".svg"));
  }
  const int exit_code = run_gnuplot(folder, scripts);
  if (exit_code == kCommandNotFound) return std::nullopt;
  if (exit_code == 0) return names;
  std::vector<std::string> drawn;
  for (std::size_t i = 0; i < scripts.size(); ++i) {
    if (run_gnuplot(folder, std::span(&scripts[i], 1)) == 0) {
      drawn.push_back(names[i]);
    } else {
      spdlog::warn("gnuplot could not draw {}", (folder / scripts[i]).string());
    }
  }
  return drawn;
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
  const int exit_code = run_gnuplot(folder, std::span(&script, 1));
  if (exit_code != 0) {
    spdlog::warn("gnuplot could not draw {}{}", (folder / script).string(),
                 exit_code == kCommandNotFound ? "; Debian: gnuplot-nox" : "");
    return std::nullopt;
  }
  return read_text_file(svg);
}

std::set<std::string> draw_figures(const plots::Result& result, const fs::path& result_folder,
                                   const plots::PictureSize& size) {
  const fs::path folder = result_folder / "figures";
  plots::FigureFiles files = plots::figure_files(result);
  plots::set_size(files, size);
  const char* const zoom = size.width > 0 || size.height > 0 ? kZoomOfPrint : kZoom;
  for (const plots::TextFile& file : files.data) write(folder, file);
  for (const plots::TextFile& file : files.scripts) write(folder, file);
  std::vector<std::string> scripts;
  for (const plots::TextFile& script : files.scripts) scripts.push_back(script.path);
  if (scripts.empty()) return {};
  const std::optional<std::vector<std::string>> names = draw(folder, scripts);
  if (!names) {
    spdlog::warn("gnuplot is not installed (Debian: gnuplot-nox); the scripts are in {}; `beltdyn plot {}` draws them",
                 folder.string(), result_folder.string());
    return {};
  }
  std::set<std::string> drawn;
  bool converts = true;
  work_in_order(
      names->size(), jobs_or_default(0), [&](std::size_t i) { return convert(folder, (*names)[i], zoom); },
      [&](std::size_t i, const Converted& outcome) {
        drawn.insert((*names)[i] + ".svg");
        drawn.insert(outcome.made.begin(), outcome.made.end());
        for (const std::string& file : outcome.failed) {
          spdlog::warn("rsvg-convert could not make {}", (folder / file).string());
        }
        converts = converts && outcome.has_program;
      });
  if (!converts) {
    spdlog::warn("rsvg-convert is not installed (Debian: librsvg2-bin), so figures are there as SVG only");
  }
  spdlog::info("{} figures ({}) are in {}", names->size(), converts ? "SVG, PNG and PDF" : "SVG", folder.string());
  return drawn;
}

}  // namespace beltdyn::app
