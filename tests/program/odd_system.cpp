// SPDX-License-Identifier: MIT
// A library to preload into a program (LD_PRELOAD). It imitates unusual systems, selected by the environment:
//   NO_FILE_LOCKS               there are no file locks, as on some network file systems
//   REMOVE_BEFORE_LOCK=FOLDER   another process removes the folder after it was opened and before it is locked, once
//   LOCK_AFTER=FILE             a lock takes until this file is there
//   FULL_AFTER=BYTES            a disk that is full after so many bytes
//   UNREADABLE_AFTER=N          input/output errors after reading files N times
//   CLOCK_JUMPS                 a clock that somebody sets forward and back
//   SIGNAL_AT_END=NUMBER        this signal comes when the program has ended its work and is about to exit
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>

#include <dlfcn.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

namespace {

template <class Function>
Function next_one(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

bool is_file(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

// Counts up to the number in the environment variable; above it, allows() returns false. Without the variable there is
// no limit.
class Limit {
 public:
  explicit Limit(const char* name) {
    if (const char* number = std::getenv(name)) most_ = std::atoll(number);
  }
  bool allows(long long more) { return most_ < 0 || (used_ += more) <= most_; }

 private:
  long long most_ = -1;
  std::atomic<long long> used_{0};
};

bool disk_has_room(int descriptor, std::size_t size) {
  static Limit limit("FULL_AFTER");
  if (!is_file(descriptor) || limit.allows(static_cast<long long>(size))) return true;
  errno = ENOSPC;
  return false;
}

bool is_readable(int descriptor) {
  static Limit limit("UNREADABLE_AFTER");
  if (!is_file(descriptor) || limit.allows(1)) return true;
  errno = EIO;
  return false;
}

[[gnu::destructor]] void signal_at_end() {
  if (const char* number = std::getenv("SIGNAL_AT_END")) std::raise(std::atoi(number));
}

}  // namespace

extern "C" {

[[gnu::visibility("default")]] int flock(int descriptor, int operation) {
  constexpr useconds_t kMoment = 1000;  // [µs]
  for (const char* file = std::getenv("LOCK_AFTER"); file != nullptr && access(file, F_OK) != 0;) usleep(kMoment);
  if (std::getenv("NO_FILE_LOCKS") != nullptr) {
    errno = ENOLCK;
    return -1;
  }
  static const char* folder = std::getenv("REMOVE_BEFORE_LOCK");
  if (folder != nullptr && rmdir(folder) == 0) folder = nullptr;
  static const auto next = next_one<int (*)(int, int)>("flock");
  return next(descriptor, operation);
}

[[gnu::visibility("default")]] ssize_t write(int descriptor, const void* bytes, std::size_t size) {
  static const auto next = next_one<ssize_t (*)(int, const void*, std::size_t)>("write");
  return disk_has_room(descriptor, size) ? next(descriptor, bytes, size) : -1;
}

[[gnu::visibility("default")]] ssize_t writev(int descriptor, const iovec* parts, int count) {
  static const auto next = next_one<ssize_t (*)(int, const iovec*, int)>("writev");
  std::size_t size = 0;
  for (int i = 0; i < count; ++i) size += parts[i].iov_len;
  return disk_has_room(descriptor, size) ? next(descriptor, parts, count) : -1;
}

[[gnu::visibility("default")]] ssize_t read(int descriptor, void* bytes, std::size_t size) {
  static const auto next = next_one<ssize_t (*)(int, void*, std::size_t)>("read");
  return is_readable(descriptor) ? next(descriptor, bytes, size) : -1;
}

[[gnu::visibility("default")]] int clock_gettime(clockid_t clock, timespec* time) noexcept {
  static const auto next = next_one<int (*)(clockid_t, timespec*)>("clock_gettime");
  static const bool jumps = std::getenv("CLOCK_JUMPS") != nullptr;
  static std::atomic<int> calls{0};
  const int result = next(clock, time);
  constexpr time_t kYear = 31'557'600;  // [s]
  if (jumps && clock == CLOCK_REALTIME) time->tv_sec += calls++ % 2 == 0 ? kYear : -kYear;
  return result;
}
}
