"""The end of a hand: whose hand is best, which pots there are, and who gets them."""
