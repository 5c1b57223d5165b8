"""The books of the floor."""
