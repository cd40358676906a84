// SPDX-License-Identifier: MIT
#pragma once

namespace beltdyn {

// Opens the null device on each of the descriptors 0 to 2 that is closed, because a daemon or supervisor may start the
// program with closed streams. Otherwise, a file opened later would get this number, and messages for standard error
// would be written into it.
void open_closed_standard_streams();

}  // namespace beltdyn
