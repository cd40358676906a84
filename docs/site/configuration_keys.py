# SPDX-License-Identifier: MIT
"""The directive `key`: a key of the configuration, with an anchor, in the search and in the index."""
from sphinx import addnodes


def show_last_part(_environment, signature, node):
    """A heading names the object around a key, so that the last part of its path says enough."""
    node += addnodes.desc_name(signature, signature.rsplit("/", 1)[-1])
    return signature


def setup(app):
    app.add_object_type("key", "key", objname="configuration key", indextemplate="pair: %s; configuration key",
                        parse_node=show_last_part)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
