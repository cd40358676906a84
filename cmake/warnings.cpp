// SPDX-License-Identifier: MIT
// The headers of the project that are precompiled, so that a compiler warns of what is in them.
#include "core/drive/belt_drive.hpp"
#include "core/simulation/formulation.hpp"
