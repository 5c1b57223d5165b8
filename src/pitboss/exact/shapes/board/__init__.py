"""Shape "reveal": a board is revealed between or after decisions, and a hidden hand met at the end."""
