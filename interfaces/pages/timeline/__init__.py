"""What happened to the memories, by day, with search and filters."""
