"""How the server is seen from outside: metrics, logs and traces. Never content, never whose it is."""
