"""Compiled loops of the proofs: arithmetic on arrays and nothing else, written for card counts and never for a game.

A set of cards is one int64: thirteen bits for each suit, the deuce lowest, and bit 52 for the joker. Tables come as
arguments, never as globals.
"""
