"""A game's document beyond its rules: printed figures, and the regulator's approval."""
