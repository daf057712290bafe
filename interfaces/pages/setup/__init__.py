"""The wizard that sets up a new workspace."""
