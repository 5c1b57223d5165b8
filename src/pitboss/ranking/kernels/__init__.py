"""Compiled loops over many hands: arithmetic on arrays and nothing else. Tables come as arguments, never as globals."""
