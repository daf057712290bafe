"""Messages to people and agents: notices become rows of the outbox, the outbox becomes mail and webhooks."""
