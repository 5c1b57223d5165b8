"""The audit finds every planted error, and simulated rooms are sound."""
