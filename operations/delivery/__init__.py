"""Messages to people and agents: notices become rows of the outbox, those mail, notifications and webhooks."""
