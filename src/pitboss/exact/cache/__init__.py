"""Caches between runs: whole proofs, and the counts they are made from."""
