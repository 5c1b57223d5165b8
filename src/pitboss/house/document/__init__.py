"""What a game's document says beside its rules: printed figures, and the approval of the regulator."""
