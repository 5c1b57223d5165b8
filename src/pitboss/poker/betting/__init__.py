"""Betting: posts, rounds, what a seat may do, and what happens when nobody bets."""
