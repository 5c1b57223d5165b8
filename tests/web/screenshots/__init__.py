"""Pictures of the pages in fixed states, next to the drawn standard: ``make screenshots``."""
