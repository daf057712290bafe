"""Logins, memberships, invitations, closing the workspace."""
