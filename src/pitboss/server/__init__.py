"""The card room over HTTP and WebSockets."""
