"""A game's script read for a proof: what the player knows when he decides, and what settles each wager."""
