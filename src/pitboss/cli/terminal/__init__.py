"""Tables at the terminal: what is drawn, what is said, and which keys do what."""
