"""A table of poker, hand after hand: seats, buy-ins, the button, blinds owed."""
