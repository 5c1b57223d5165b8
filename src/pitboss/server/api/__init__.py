"""The routes of the HTTP interface, one module per family; each lists its own in ``ROUTES``."""
