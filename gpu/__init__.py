"""The engine's verbs on a GPU, thousands of boards at once."""
