"""Access control: people, passwords, cookies, origins, rate limits and the checks on every request."""
