"""The vocabulary of game files: text in, a definition out, or every mistake with its line and the fix."""
