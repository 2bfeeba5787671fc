"""A rulebook's terms compiled for arrays: hands, tables and outcomes that simulations and exact counts run."""
