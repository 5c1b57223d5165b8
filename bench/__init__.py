"""Benchmarks: ``python -m bench`` (or ``make bench``) prints one table of ratios, each from one interleaved run."""
