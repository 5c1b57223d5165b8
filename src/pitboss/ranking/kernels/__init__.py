"""Compiled loops over arrays of hands; tables are always arguments, never globals."""
