"""Criss-Cross Poker: its hands, and how its wagers are decided."""
