// SPDX-License-Identifier: MIT
#pragma once

namespace beltdyn {

// Opens the null device on each of the descriptors 0 to 2 that is closed, as a daemon or a supervisor may start a
// program. A file opened later would get that number, and messages for standard error would be written into it.
void open_closed_standard_streams();

}  // namespace beltdyn
