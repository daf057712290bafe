"""What is withheld from a message: what it asks to forget, and values that wait or were refused."""
