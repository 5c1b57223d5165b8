"""What is stored, by subject: each module reads and writes its rows with a connection inside a transaction."""
