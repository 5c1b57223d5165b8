"""One table: its session, seats, clocks, betting window, rack and log, a file for each part."""
