"""Signing in, second steps, email addresses, devices, preferences and invitations."""
