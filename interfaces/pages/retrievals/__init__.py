"""What assistants asked, what they received, and why each part was in the answer."""
