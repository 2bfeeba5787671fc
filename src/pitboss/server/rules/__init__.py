"""Rulebooks as the interface gives them: rules pages, layouts, submissions checked."""
