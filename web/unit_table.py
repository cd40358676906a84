# SPDX-License-Identifier: MIT
"""Writes the units and prefixes of UDUNITS-2 as a C++ source: unit_table.py OUTPUT.

The names come from the database, libudunits2-data, and what they mean from the library itself, so that the table agrees
with it. The web build, which has no such library, reads units by the table.
"""

import ctypes
import ctypes.util
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

UTF8 = 2
FILES = ("base", "derived", "accepted", "common")


def library():
    """libudunits2 with the signatures that are called here."""
    udunits = ctypes.CDLL(ctypes.util.find_library("udunits2") or "libudunits2.so.0")
    udunits.ut_read_xml.restype = ctypes.c_void_p
    udunits.ut_read_xml.argtypes = [ctypes.c_char_p]
    udunits.ut_get_path_xml.restype = ctypes.c_char_p
    udunits.ut_get_path_xml.argtypes = [ctypes.c_char_p, ctypes.POINTER(ctypes.c_int)]
    udunits.ut_set_error_message_handler.argtypes = [ctypes.c_void_p]
    for by in ("name", "symbol"):
        function = getattr(udunits, f"ut_get_unit_by_{by}")
        function.restype = ctypes.c_void_p
        function.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    udunits.ut_get_symbol.restype = ctypes.c_char_p
    udunits.ut_get_symbol.argtypes = [ctypes.c_void_p, ctypes.c_int]
    udunits.ut_accept_visitor.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]
    return udunits


class Anatomist:
    """Takes units apart into a factor, powers of base units, and whether that is all."""

    def __init__(self, udunits):
        self.udunits = udunits
        pointer = ctypes.c_void_p
        basic = ctypes.CFUNCTYPE(ctypes.c_int, pointer, pointer)(self.basic)
        product = ctypes.CFUNCTYPE(
            ctypes.c_int, pointer, ctypes.c_int, ctypes.POINTER(pointer), ctypes.POINTER(ctypes.c_int), pointer
        )(self.product)
        galilean = ctypes.CFUNCTYPE(ctypes.c_int, pointer, ctypes.c_double, pointer, ctypes.c_double, pointer)(
            self.galilean
        )
        timestamp = ctypes.CFUNCTYPE(ctypes.c_int, pointer, pointer, ctypes.c_double, pointer)(self.other)
        logarithmic = ctypes.CFUNCTYPE(ctypes.c_int, pointer, ctypes.c_double, pointer, pointer)(self.other)
        self.functions = (basic, product, galilean, timestamp, logarithmic)
        self.visitor = (pointer * 5)(*(ctypes.cast(f, pointer) for f in self.functions))

    def basic(self, unit, _):
        symbol = self.udunits.ut_get_symbol(unit, 0).decode()
        self.powers[symbol] = self.powers.get(symbol, 0) + 1
        return 0

    def product(self, _, count, units, powers, __):
        for i in range(count):
            symbol = self.udunits.ut_get_symbol(units[i], 0).decode()
            self.powers[symbol] = self.powers.get(symbol, 0) + powers[i]
        return 0

    def galilean(self, _, scale, underlying, offset, __):
        self.factor *= scale
        self.is_linear = self.is_linear and offset == 0.0
        return self.udunits.ut_accept_visitor(underlying, self.visitor, None)

    def other(self, *_):
        self.is_linear = False
        return 0

    def take_apart(self, unit):
        self.factor, self.powers, self.is_linear = 1.0, {}, True
        self.udunits.ut_accept_visitor(unit, self.visitor, None)
        return self.factor, dict(sorted(self.powers.items())), self.is_linear


def spellings(folder):
    """What may be a name or a symbol of a unit, by the database."""
    names, symbols = set(), set()
    for file in FILES:
        for element in ElementTree.parse(folder / f"udunits2-{file}.xml").iter():
            text = (element.text or "").strip()
            if element.tag in ("singular", "plural"):
                names.add(text)
                names.add(text.replace("_", " "))
                if element.tag == "singular":
                    stem = text[:-1]
                    names |= {text + "s", text + "es", stem + "ies"}
            elif element.tag == "symbol":
                symbols.add(text)
    return names, symbols


def prefixes(folder):
    """(spelling, factor, is a symbol?) of each prefix."""
    for prefix in ElementTree.parse(folder / "udunits2-prefixes.xml").getroot():
        value = float(prefix.findtext("value"))
        for element in prefix:
            if element.tag in ("name", "symbol"):
                yield element.text.strip(), value, element.tag == "symbol"


def quoted(text):
    return '"' + "".join(c if 32 <= ord(c) < 127 and c not in '"\\' else octal(c) for c in text) + '"'


def octal(character):
    return "".join(f"\\{byte:03o}" for byte in character.encode())


def main(output):
    udunits = library()
    udunits.ut_set_error_message_handler(ctypes.cast(udunits.ut_ignore, ctypes.c_void_p))
    status = ctypes.c_int()
    folder = Path(udunits.ut_get_path_xml(None, ctypes.byref(status)).decode()).parent
    system = udunits.ut_read_xml(None)
    anatomist = Anatomist(udunits)
    rows = []
    names, symbols = spellings(folder)
    for is_symbol, texts in ((False, names), (True, symbols)):
        for text in sorted(texts):
            find = udunits.ut_get_unit_by_symbol if is_symbol else udunits.ut_get_unit_by_name
            unit = find(system, text.encode())
            if not unit:
                continue
            factor, powers, is_linear = anatomist.take_apart(unit)
            powers_text = " ".join(f"{symbol} {power}" for symbol, power in powers.items())
            rows.append(
                f"    {{{quoted(text)}, {factor!r}, {quoted(powers_text)}, {str(is_linear).lower()}, {str(is_symbol).lower()}}},"
            )
    prefix_rows = [f"    {{{quoted(t)}, {value!r}, {str(s).lower()}}}," for t, value, s in prefixes(folder)]
    Path(output).write_text(
        "// Generated at build time from UDUNITS-2.\n"
        '#include "web/unit_table.hpp"\n\n'
        "namespace beltdyn::web {\n\n"
        "namespace {\n"
        "constexpr TableUnit kUnits[] = {\n" + "\n".join(rows) + "\n};\n"
        "constexpr TablePrefix kPrefixes[] = {\n" + "\n".join(prefix_rows) + "\n};\n"
        "}  // namespace\n\n"
        "std::span<const TableUnit> table_units() { return kUnits; }\n"
        "std::span<const TablePrefix> table_prefixes() { return kPrefixes; }\n\n"
        "}  // namespace beltdyn::web\n"
    )


if __name__ == "__main__":
    main(sys.argv[1])
