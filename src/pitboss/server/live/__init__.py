"""The tables as they are played: their owners, sockets, audiences, bots, rail and lobby."""
