"""The hot loops of Crazy-4-shaped games, compiled by Numba."""
