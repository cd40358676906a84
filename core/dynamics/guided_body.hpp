// SPDX-License-Identifier: MIT
#pragma once

#include "core/drive/belt/belt_body.hpp"
#include "core/dynamics/guided_node.hpp"

namespace beltdyn {

// A body on a closed belt, guided along its span of this path; where its node is is left open.
GuidedNode guided_node_of(const BeltBody& body, const BeltPath& path);

}  // namespace beltdyn
