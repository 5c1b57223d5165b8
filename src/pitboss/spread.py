"""What the card room can spread: sessions of any game, opened, restored and played by bots."""
