// SPDX-License-Identifier: MIT
#include "app/folder_lock.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/results.hpp"
#include "core/base/error.hpp"
#include "core/base/text_file.hpp"

namespace beltdyn::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLockFile = ".beltdyn.lock";
// The owner of this file may remove a lock file that a dead process left behind.
constexpr const char* kTakeoverFile = ".beltdyn.lock.takeover";
constexpr int kMostAttempts = 1000;

// " (process 123)" from /proc/locks, whose lines are "1: FLOCK ADVISORY WRITE 123 08:01:4711 0 EOF" with device and
// inode of the file; empty if unknown.
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

[[noreturn]] void throw_busy(const fs::path& folder, const std::string& holder, const std::string& way_out) {
  throw IoError(fmt::format("{}: another BeltDyn process{} is writing to it; wait for it to finish, {}",
                            folder.string(), holder, way_out));
}

// Checks that the open folder has not been removed and created again by another process.
bool is_still_at(int descriptor, const fs::path& path) {
  struct stat open_one {};
  struct stat there {};
  return fstat(descriptor, &open_one) == 0 && stat(path.c_str(), &there) == 0 && open_one.st_dev == there.st_dev &&
         open_one.st_ino == there.st_ino;
}

// A process as recorded in a lock file: "host 123 456789".
struct Process {
  std::string host;
  long number = 0;
  std::string start;  // clock ticks from system start to process start, from /proc

  static Process of(long number) {
    std::array<char, 256> host{};
    gethostname(host.data(), host.size() - 1);
    return {.host = host.data(), .number = number, .start = start_of(number)};
  }
  // None if the file no longer exists; number 0 while it is being written.
  static std::optional<Process> read(const fs::path& file) {
    std::error_code unknown;
    if (!fs::exists(file, unknown)) return std::nullopt;
    std::ifstream words(file);
    Process process;
    words >> process.host >> process.number >> process.start;
    return process;
  }
  std::string text() const { return fmt::format("{} {} {}\n", host, number, start); }
  // " (123 on host)"; empty while the file is being written.
  std::string holder() const { return number > 0 ? fmt::format(" ({} on {})", number, host) : std::string(); }
  bool is_dead() const {
    const Process now = of(number);
    return number > 0 && host == now.host && start != now.start;
  }
  bool operator==(const Process&) const = default;

 private:
  // Field 22 of /proc/PID/stat: the 20th after the process name in parentheses, which is field 2. Empty if the process
  // does not exist.
  static std::string start_of(long number) {
    std::ifstream stream(fmt::format("/proc/{}/stat", number));
    std::string text;
    std::getline(stream, text);
    const std::size_t name_end = text.rfind(')');
    if (name_end == std::string::npos) return {};
    constexpr int kBetween = 19;  // fields 3 to 21
    std::istringstream words(text.substr(name_end + 1));
    std::string word;
    for (int i = 0; i < kBetween; ++i) words >> word;
    words >> word;
    return word;
  }
};

// Creates a file; false if it already exists.
bool create(const fs::path& path, const std::string& text) {
  constexpr mode_t kReadableByAll = 0644;
  const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kReadableByAll);
  if (descriptor < 0 && errno == EEXIST) return false;
  if (descriptor < 0) throw IoError(writing_failed(path));
  const bool is_written = ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(descriptor);
  if (!is_written) {
    unlink(path.c_str());
    throw IoError(writing_failed(path));
  }
  return true;
}

// Removes the file that a dead process left behind, unless another process does so first.
void remove_left_behind(const fs::path& file, const Process& dead) {
  const fs::path takeover = file.parent_path() / kTakeoverFile;
  if (!create(takeover, Process::of(getpid()).text())) {
    throw_busy(file.parent_path(), fmt::format(" ({})", takeover.string()), "or remove this file if there is none");
  }
  if (Process::read(file) == dead) unlink(file.c_str());
  unlink(takeover.c_str());
}

}  // namespace

FolderLock::FolderLock(fs::path folder, Folder kind)
    : folder_(std::move(folder)), file_(folder_ / kLockFile), kind_(kind) {
  for (int i = 0; i < kMostAttempts; ++i) {
    if (kind_ == Folder::own) make_folder(folder_);
    if (take()) return;
  }
  throw IoError(fmt::format("{}: cannot be locked, for it is removed again and again; choose another folder with --out",
                            folder_.string()));
}

// Returns false if the folder was removed meanwhile.
bool FolderLock::take() {
  descriptor_ = open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool is_locked = descriptor_ >= 0 && flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
  const int error = errno;
  if (is_locked && is_still_at(descriptor_, folder_)) return true;
  const std::string holder = descriptor_ >= 0 ? holder_of(descriptor_) : std::string();
  if (descriptor_ >= 0) close(std::exchange(descriptor_, -1));
  if (is_locked || error == ENOENT || error == EINTR) return false;
  if (error == EWOULDBLOCK) throw_busy(folder_, holder, "or choose another folder with --out");
  take_by_file(error);
  return true;
}

void FolderLock::take_by_file(int error) {
  const std::string own = Process::of(getpid()).text();
  for (int i = 0; !create(file_, own); ++i) {
    const std::optional<Process> other = Process::read(file_);
    if (!other && i < kMostAttempts) continue;
    if (!other || !other->is_dead()) {
      throw_busy(folder_, other ? other->holder() : std::string(),
                 fmt::format("or remove {} if there is none", file_.string()));
    }
    remove_left_behind(file_, *other);
  }
  has_file_ = true;
  spdlog::warn("{}: there are no file locks here ({}); {} keeps other processes out", folder_.string(),
               std::generic_category().message(error), kLockFile);
}

FolderLock::~FolderLock() {
  // Files and folders that others may find are removed while the lock is still held.
  std::error_code ignored;
  if (has_file_) fs::remove(file_, ignored);
  const bool is_held = has_file_ || descriptor_ >= 0;
  if (is_held && kind_ == Folder::own) fs::remove(folder_, ignored);
  if (descriptor_ >= 0) close(descriptor_);
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : folder_(std::move(other.folder_)),
      file_(std::move(other.file_)),
      kind_(other.kind_),
      descriptor_(std::exchange(other.descriptor_, -1)),
      has_file_(std::exchange(other.has_file_, false)) {}

}  // namespace beltdyn::app
