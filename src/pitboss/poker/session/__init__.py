"""Poker sessions: seats, buy-ins, the button and blinds owed over many hands."""
