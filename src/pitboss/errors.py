"""The one kind of error a person can cause and put right.

Every message is a single sentence: what was wrong, what was expected, how to fix it. The command line prints it and
exits with code 2; nothing is changed by a call that raises it.
"""


class PitbossError(ValueError):
    """Something asked for cannot be done; the message says why and what would work."""
