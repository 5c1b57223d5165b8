"""Shuffles: a live one and a seeded one, two types that cannot be confused."""

from __future__ import annotations
