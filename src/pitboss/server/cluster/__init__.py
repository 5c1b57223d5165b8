"""Several server processes on one PostgreSQL and one Redis.

Each table is owned by one process, which alone accepts commands for it, under a lease in PostgreSQL whose fencing
number every commit checks. Redis is the bulletin board: the processes and their addresses, the owner of each table,
and how the tables look in the lobby. A socket for a table of another process is relayed to that
process, so that there is one path for every command and every frame, wherever a player's connection lands.
"""
