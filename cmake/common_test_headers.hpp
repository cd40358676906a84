// SPDX-License-Identifier: MIT
// What tests include beside common_headers.hpp.
#pragma once

#include "cmake/common_headers.hpp"

#include <doctest/doctest.h>
