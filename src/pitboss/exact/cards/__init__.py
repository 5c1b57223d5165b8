"""Sets of cards: suits that are alike, canonical hands, their values, and counts of hidden hands."""
