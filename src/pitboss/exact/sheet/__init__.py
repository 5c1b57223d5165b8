"""PAR sheets: figures, printed figures held against them, other readings, what-if, and how all of it is drawn."""
