"""Renderers of a sheet: terminal, CSV, HTML, PDF. None of them knows what a game is."""
