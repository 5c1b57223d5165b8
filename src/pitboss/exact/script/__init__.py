"""A game's script read for a proof: the player's knowledge at each decision, and what settles each wager."""
