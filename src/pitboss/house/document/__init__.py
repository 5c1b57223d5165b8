"""What a game's document says besides its rules: printed figures, and the regulator's approval."""
