// SPDX-License-Identifier: MIT
// Eigen includes it before the vectors of SSE2, and uses nothing of it.
#pragma once
