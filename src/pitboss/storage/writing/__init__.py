"""How changes become durable: one writer that commits them in groups, with statements for many rows at once."""
