"""Shape "holding": cards are held, then a hidden board completes them."""
