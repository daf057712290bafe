"""The server: health, jobs, deliveries, imports, prompts."""
