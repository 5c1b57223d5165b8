"""Draws a sheet: for the terminal, as CSV, as one HTML page, as PDF. None of them knows what a game is."""
