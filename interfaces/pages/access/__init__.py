"""What each assistant may read and save, the person's own rules, and taking access back."""
