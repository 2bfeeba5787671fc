"""Live tables: the room, its commands, the house, clocks, views and watchers, the money beside the rounds."""
