"""Boards made to a wish, each proved to have one loop."""
