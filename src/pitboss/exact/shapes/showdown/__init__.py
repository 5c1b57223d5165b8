"""Shapes "showdown" and "choice": one decision, then a hidden hand to beat, or none."""
