"""Of whom a sentence tells: the person, somebody else, or nobody."""
