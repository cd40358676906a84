# SPDX-License-Identifier: MIT
"""Limits that tests set for the program that they run."""
import resource

MOST_MEMORY = 4 << 30  # [bytes]


def limit_memory():
    """Call this in the new process before the program starts."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
