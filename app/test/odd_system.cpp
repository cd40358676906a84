// SPDX-License-Identifier: MIT
// Preloaded into a program (LD_PRELOAD), stands for systems on which files are locked in odd ways. NO_FILE_LOCKS: there
// are none. REMOVE_BEFORE_LOCK=FOLDER: another process removes the folder after it was opened and before it is locked,
// once.
#include <cerrno>
#include <cstdlib>

#include <dlfcn.h>
#include <unistd.h>

extern "C" {

__attribute__((visibility("default"))) int flock(int descriptor, int operation) {
  if (std::getenv("NO_FILE_LOCKS") != nullptr) {
    errno = ENOLCK;
    return -1;
  }
  static const char* folder = std::getenv("REMOVE_BEFORE_LOCK");
  if (folder != nullptr && rmdir(folder) == 0) folder = nullptr;
  static const auto next = reinterpret_cast<int (*)(int, int)>(dlsym(RTLD_NEXT, "flock"));
  return next(descriptor, operation);
}
}
