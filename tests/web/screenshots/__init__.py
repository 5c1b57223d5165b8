"""Pictures of the pages in fixed states, beside the drawn standard: ``make screenshots``."""
