"""Conflict learning: proves the boards that propagation and probing leave open."""
