"""What a sentence tells of special categories: health, faith, politics, money, law and the like."""
