"""Category and importance of every field that rules find."""

from collections.abc import Mapping
from typing import Final

from providers.statements.fields.aliases import Address

FAVORITE: Final = "favorite_"
_IMPORTANCE: Mapping[str, Mapping[str, float]] = {
    "identity": {
        "preferred_name": 0.9,
        "pronouns": 0.9,
        "city": 0.8,
        "home_address": 0.8,
        "language": 0.8,
        "languages_spoken": 0.7,
        "family": 0.7,
        "occupation": 0.7,
        "employer": 0.6,
        "birthday": 0.6,
        "relationship_status": 0.6,
        "gender": 0.6,
        "religion": 0.6,
        "sexual_orientation": 0.6,
        "political_views": 0.5,
        "ethnicity": 0.5,
        "union_membership": 0.5,
        "biometrics": 0.5,
        "criminal_record": 0.6,
        "government_ids": 0.6,
        "account_numbers": 0.6,
        "income": 0.6,
        "immigration_status": 0.6,
        "home_access": 0.6,
        "violence": 0.6,
        "email": 0.6,
        "phone": 0.6,
        "age": 0.5,
        "education": 0.5,
        "nationality": 0.5,
        "hometown": 0.5,
        "pets": 0.5,
        "vehicle": 0.4,
    },
    "preference": {
        "tone": 0.7,
        "coding_style": 0.7,
        "programming_language": 0.7,
        "timezone": 0.7,
        "units": 0.5,
        "goals": 0.7,
        "hobbies": 0.5,
        "likes": 0.4,
        "dislikes": 0.4,
    },
    "constraint": {
        "allergies": 0.9,
        "avoided_foods": 0.8,
        "diet": 0.8,
        "health_conditions": 0.8,
        "availability": 0.6,
    },
    "instruction": {"standing_instructions": 0.9},
}
_CATEGORY = {key: category for category, keys in _IMPORTANCE.items() for key in keys}
_FAVORITE_IMPORTANCE = 0.4


def address_of(key: str) -> Address:
    """Return the address under which rules file a key."""
    return Address("preference" if key.startswith(FAVORITE) else _CATEGORY[key], key)


def importance_of(key: str) -> float:
    """Return how much a field matters, 0..1."""
    return _FAVORITE_IMPORTANCE if key.startswith(FAVORITE) else _IMPORTANCE[_CATEGORY[key]][key]
