"""Crazy 4 Poker: its hands, and how its wagers are decided."""
