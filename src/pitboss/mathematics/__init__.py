"""Exact mathematics: what every wager is worth, and how to play it."""
