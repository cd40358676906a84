// SPDX-License-Identifier: MIT
#include "app/folder_lock.hpp"

#include <cerrno>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.hpp"

namespace beltdyn::app {
namespace {

// " (process 123)" from /proc/locks, whose lines are "1: FLOCK ADVISORY WRITE 123 08:01:4711 0 EOF" with the device
// and the number of the file; empty where that is not known.
std::string holder_of(int descriptor) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) return {};
  const std::string file = fmt::format(":{}", status.st_ino);
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {
    std::istringstream words(line);
    std::string number, kind, mode, access, process, place;
    words >> number >> kind >> mode >> access >> process >> place;
    if (kind == "FLOCK" && place.ends_with(file)) return fmt::format(" (process {})", process);
  }
  return {};
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder)
    : descriptor_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (descriptor_ < 0 || flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  const std::string holder = holder_of(descriptor_);
  close(descriptor_);
  throw IoError(fmt::format(
      "{}: another BeltDyn process{} is writing to it; wait for it to finish, or choose another folder with --out",
      folder.string(), holder));
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

FolderLock::FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

}  // namespace beltdyn::app
