"""Benchmarks: each figure beside a peer or a bound measured in the same run, because machines differ."""
