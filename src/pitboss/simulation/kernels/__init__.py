"""The hot loops of the simulator, compiled by Numba."""
