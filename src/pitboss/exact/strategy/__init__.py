"""Strategy in words: short lists of rules, and exactly what following them costs."""
