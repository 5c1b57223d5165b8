"""PAR sheets: figures, comparison with printed figures, other readings, what-if, and rendering."""
