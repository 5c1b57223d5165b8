"""Whole numbers as values of options."""

from __future__ import annotations

import click


class WholeNumber(click.IntRange):
    """A whole number within bounds, which the help leaves out and an error names."""

    def _describe_range(self) -> str:
        return ""
