"""The hot loops of Criss-Cross-shaped games, compiled by Numba."""
