"""Games that are Criss-Cross-shaped: solved by kernels of their own, and what is known of no other game."""
