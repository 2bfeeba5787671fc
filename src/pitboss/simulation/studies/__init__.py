"""Studies: one question each, answered by simulation and checked against something independent.

Each module has one function that returns a `Report`: a small table, its checks, a picture and the data behind them.
"""
