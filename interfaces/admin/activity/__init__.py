"""What agents said and asked, and what happened: conversations, retrievals, events, history."""
