"""Tables at the terminal: layouts, sentences, keys, hints and help."""
