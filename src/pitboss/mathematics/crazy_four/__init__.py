"""Games that are Crazy-4-shaped: solved by kernels of their own, and what is known of no other game."""
