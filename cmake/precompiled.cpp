// SPDX-License-Identifier: MIT
// The source for which precompiled headers are compiled.
