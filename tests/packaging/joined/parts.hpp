// SPDX-License-Identifier: MIT
#pragma once

namespace parts {
int first();
int second();
int third();
}  // namespace parts
