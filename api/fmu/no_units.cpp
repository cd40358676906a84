// SPDX-License-Identifier: MIT
// Replaces the functions of UDUNITS-2 that core/config calls, without a database of units: the configuration of a unit
// was converted to SI units when it was exported.
#include <udunits2.h>

// NOLINTBEGIN(misc-definitions-in-headers,readability-identifier-naming)
extern "C" {

ut_error_message_handler ut_set_error_message_handler(ut_error_message_handler) { return nullptr; }
int ut_ignore(const char*, va_list) { return 0; }
ut_system* ut_read_xml(const char*) { return nullptr; }
const char* ut_get_path_xml(const char*, ut_status*) { return "a quantity with a unit in an exported drive"; }
ut_status ut_get_status() { return UT_SUCCESS; }
ut_unit* ut_parse(const ut_system*, const char*, ut_encoding) { return nullptr; }
ut_status ut_map_symbol_to_unit(const char*, ut_encoding, const ut_unit*) { return UT_SUCCESS; }
ut_status ut_accept_visitor(const ut_unit*, const ut_visitor*, void*) { return UT_BAD_ARG; }
const char* ut_get_symbol(const ut_unit*, ut_encoding) { return ""; }
void ut_free(ut_unit*) {}
void ut_free_system(ut_system*) {}

}  // extern "C"
// NOLINTEND(misc-definitions-in-headers,readability-identifier-naming)
