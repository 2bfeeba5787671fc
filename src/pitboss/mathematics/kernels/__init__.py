"""The hot loops of the exact mathematics, compiled by Numba."""
