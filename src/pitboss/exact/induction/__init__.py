"""Backward induction over the course of a round: what the shapes with decisions street by street share."""
