"""What a server knows of the machine it runs on: its own files, its clock, its source of randomness."""
