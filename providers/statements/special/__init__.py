"""Special categories in a sentence: health, faith, politics, money, law and the like."""
