"""Reading a text: its view, sentences, words, word lists, phrases and slots of values."""
