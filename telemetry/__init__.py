"""Metrics, logs and traces, without content or names of people."""
