"""Numba kernels of the audit."""
