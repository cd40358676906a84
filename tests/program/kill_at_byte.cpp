// SPDX-License-Identifier: MIT
// A library to preload into a program (LD_PRELOAD). It ends the program as `kill -9` would, in the middle of a write:
// when the bytes written into files whose name contains KILL_IN_FILE reach KILL_AT_BYTE. The bytes before that are in
// the file.
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>
#include <signal.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

namespace {

using Write = ssize_t (*)(int, const void*, std::size_t);

Write next_write() {
  static const auto found = reinterpret_cast<Write>(dlsym(RTLD_NEXT, "write"));
  return found;
}

bool is_watched(int descriptor) {
  static const char* const name = std::getenv("KILL_IN_FILE");
  if (name == nullptr) return false;
  char link[64] = "/proc/self/fd/";
  char digits[16];
  int n = 0;
  for (int left = descriptor; left > 0 || n == 0; left /= 10) digits[n++] = static_cast<char>('0' + left % 10);
  char* end = link + std::strlen(link);
  while (n > 0) *end++ = digits[--n];
  *end = '\0';
  char path[4096];
  const ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return false;
  path[length] = '\0';
  return std::strstr(path, name) != nullptr;
}

// Not safe for threads; not necessary, because the program writes into such a file under a lock.
long long left_to_write() {
  static const char* const at = std::getenv("KILL_AT_BYTE");
  static const long long all = at == nullptr ? -1 : std::atoll(at);
  return all;
}
long long written = 0;

// Writes up to the byte at which the program ends, and ends it; returns false if that byte is not among these.
bool ends_within(int descriptor, const void* bytes, std::size_t size) {
  if (left_to_write() < 0 || !is_watched(descriptor)) return false;
  const long long left = left_to_write() - written;
  written += static_cast<long long>(size);
  if (written < left_to_write()) return false;
  next_write()(descriptor, bytes, static_cast<std::size_t>(left));
  raise(SIGKILL);
  return true;
}

}  // namespace

extern "C" {

__attribute__((visibility("default"))) ssize_t write(int descriptor, const void* bytes, std::size_t size) {
  ends_within(descriptor, bytes, size);
  return next_write()(descriptor, bytes, size);
}

__attribute__((visibility("default"))) ssize_t writev(int descriptor, const iovec* parts, int count) {
  ssize_t all = 0;
  for (int i = 0; i < count; ++i) {
    if (parts[i].iov_len == 0) continue;
    const ssize_t done = write(descriptor, parts[i].iov_base, parts[i].iov_len);
    if (done < 0) return all > 0 ? all : done;
    all += done;
    if (static_cast<std::size_t>(done) < parts[i].iov_len) break;
  }
  return all;
}
}
