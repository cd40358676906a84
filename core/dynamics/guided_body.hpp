// SPDX-License-Identifier: MIT
#pragma once

#include "core/drive/belt/belt_body.hpp"
#include "core/dynamics/guided_node.hpp"

namespace beltdyn {

// A body on a closed belt as a node guided along the body's span of this path. The caller sets the node index.
GuidedNode guided_node_of(const BeltBody& body, const BeltPath& path);

}  // namespace beltdyn
