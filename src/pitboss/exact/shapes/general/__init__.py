"""Shape "plain": any script on a small deck, by plain recursion."""
