# SPDX-License-Identifier: MIT
"""What tests allow the program that they run."""
import resource

MOST_MEMORY = 4 << 30  # [bytes]


def limit_memory():
    """To be called in the process before the program begins."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
