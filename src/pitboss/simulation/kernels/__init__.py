"""Compiled loops of the simulation; sets of cards are words as in :mod:`pitboss.exact.cards.suits`."""
