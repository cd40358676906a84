// SPDX-License-Identifier: MIT
#include "core/base/standard_streams.hpp"

#include <cerrno>
#include <initializer_list>

#include <fcntl.h>
#include <unistd.h>

namespace beltdyn {

void open_closed_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
    // open() uses the lowest free number, which is this descriptor.
    if (open("/dev/null", O_RDWR) < 0) return;
  }
}

}  // namespace beltdyn
