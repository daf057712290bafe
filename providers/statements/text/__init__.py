"""Text processing: the normalised view, sentences, words, word lists, phrases and slots."""
