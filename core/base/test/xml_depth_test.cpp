// SPDX-License-Identifier: MIT
#include "core/base/xml_depth.hpp"

#include <string>

#include <doctest/doctest.h>

namespace beltdyn::xml_depth_test {

TEST_CASE("XML depth: elements in elements count, what stands side by side and remarks do not") {
  CHECK(is_shallow_xml("<?xml version=\"1.0\"?>\n<!DOCTYPE svg PUBLIC \"a\">\n<a><b/><b x='>'>t</b><c/></a>", 2));
  CHECK_FALSE(is_shallow_xml("<a><b><c/><d></d></b></a>", 2));
  CHECK(is_shallow_xml("<a><b><c/></b></a>", 2));
  CHECK(is_shallow_xml("<a><!-- <b><c><d> --><![CDATA[<b><c><d>]]><?x <b><c> ?></a>", 1));
  CHECK(is_shallow_xml("no element", 0));
}

TEST_CASE("XML depth: an end that is none does not make up for a beginning") {
  for (const char* text : {"<a b=\"</a>\"><a b='</a>'><c>", "<a <b>", "<a b=\"", "<!-- <a>",
                           "<!DOCTYPE a [<!ENTITY b>]>", "<? \" > <a> <a> \" ", "<a></a"}) {
    CAPTURE(text);
    CHECK_FALSE(is_shallow_xml(text, 2));
  }
  // If the end of the instruction were ignored, the quotes would hide three elements.
  CHECK_FALSE(is_shallow_xml("<? \" ?><a><a><a> \"</a></a></a>", 2));
}

}  // namespace beltdyn::xml_depth_test
