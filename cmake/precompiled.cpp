// SPDX-License-Identifier: MIT
// What precompiled headers are compiled for.
