"""One search over memories, conversations, requests and questions, by words, meaning or date."""
