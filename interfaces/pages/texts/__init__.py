"""The words of pages: texts, differences between texts, names of assistants and of what a request does."""
