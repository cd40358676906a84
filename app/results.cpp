// SPDX-License-Identifier: MIT
#include "app/results.hpp"

#include <array>
#include <fstream>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "core/error.hpp"

namespace beltdyn::app {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 6> kRunFiles{"manifest.json",  "history.csv",     "profiles.csv",
                                               "slip_zones.csv", "checkpoint.cbor", "checkpoint.cbor.part"};

}  // namespace

bool holds_result(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / "manifest.json", error);
}

bool is_complete(const fs::path& folder) {
  std::ifstream stream(folder / "manifest.json");
  const nlohmann::json manifest = nlohmann::json::parse(stream, nullptr, false);
  return manifest.is_object() && manifest.value("status", "") == "complete";
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error || !fs::is_directory(folder)) {
    throw IoError(fmt::format("{}: cannot be made: {}; choose another folder with --out", folder.string(),
                              error ? error.message() : "a file of this name is in the way"));
  }
  if (access(folder.c_str(), W_OK) != 0) {
    throw IoError(fmt::format("{}: cannot be written to; choose another folder with --out", folder.string()));
  }
}

void remove_result(const fs::path& folder) {
  for (const char* file : kRunFiles) {
    std::error_code error;
    fs::remove(folder / file, error);
    if (error) throw IoError(fmt::format("{}: cannot be removed: {}", (folder / file).string(), error.message()));
  }
}

}  // namespace beltdyn::app
