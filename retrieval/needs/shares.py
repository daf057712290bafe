"""The share of each need that was found in the answer to a question. The highest shares have needs that the question
names: by the word, as an ingredient ("prawns" are shellfish), or as a food that a diet excludes. Then come the allergy
with the nearest vector, diets and other allergies; those to medicines, animals and materials are last."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple
from uuid import UUID

from memories.embedding_models import embed_question
from memories.models import EmbeddingModel
from providers.embedding import FloatArray
from providers.statements import allergens_in, excluded_by_diet, foods_in, names_food, wider_allergens

# Shares, 0..1. A need that the question does not name still precedes texts with the question's words.
NAMED, CONTAINED, SAME_GROUP, NEAREST, DIET, OTHERS, HEALTH = 1.0, 0.97, 0.85, 0.75, 0.65, 0.5, 0.4
NOT_EATEN: Final = 0.2  # of an allergy to a medicine, an animal or a material, in a question about food
DIET_FACTOR: Final = 0.95  # the factor of a diet's share: an allergy with the same share is more dangerous
MAX_EMBEDDED: Final = 60  # facts that are embedded, allergies first: some milliseconds each the first time
MIN_LETTERS: Final = 4  # of a word that is looked for in the question
_WORD: Final = re.compile(r"[^\W\d_]+")


class Need(NamedTuple):
    """A stored need. `text` is its fact or sentence; `cosine` to the question is None without a vector."""

    key: str
    text: str
    is_fact: bool
    cosine: float | None

    @property
    def value(self) -> str:
        """The text without the field's name."""
        return self.text.partition(":")[2].strip() if self.is_fact else self.text

    @property
    def has_field_name(self) -> bool:
        """Whether the text begins with the name of its field, as a fact does."""
        return self.text.startswith(f"{self.key}: ")

    @property
    def is_about_food(self) -> bool:
        """Whether it is not about a medicine, an animal or a material. Things that are in no table may be food."""
        return names_food(self.value) or not allergens_in(self.value)


def with_cosines(needs: Mapping[UUID, Need], question: FloatArray, model: EmbeddingModel) -> dict[UUID, Need]:
    """Return the needs, with cosines for facts, which have no stored vector. Only for a local model, which caches them;
    a remote one is not called inside a transaction (R25)."""
    if not model.is_local:
        return dict(needs)
    without = [id_ for id_, need in needs.items() if need.is_fact and need.cosine is None and need.value]
    embedded = sorted(without, key=lambda id_: needs[id_].key != "allergies")[:MAX_EMBEDDED]
    return dict(needs) | {
        id_: need._replace(cosine=float(question @ embed_question(need.value, model=model)))
        for id_ in embedded
        if (need := needs[id_])
    }


def need_shares(
    query: str, needs: Mapping[UUID, Need], *, only_named: bool = False, is_about_food: bool = True
) -> dict[UUID, float]:
    """Return the share of each need; `only_named` excludes those that the question does not name. In a question about
    food, allergies to what is not eaten come last."""
    fits = {id_: _named_share(query, need) for id_, need in needs.items()}
    named = {id_: fit for id_, fit in fits.items() if fit == NAMED or (fit and not only_named)}
    others = {id_: need for id_, need in needs.items() if id_ not in named and not only_named}
    allergies = [id_ for id_, need in others.items() if need.key == "allergies"]
    eaten = [id_ for id_ in allergies if not is_about_food or others[id_].is_about_food]
    nearest = max(eaten, key=lambda id_: others[id_].cosine or 0.0, default=None)
    shares = {id_: fit * (DIET_FACTOR if needs[id_].key != "allergies" else 1.0) for id_, fit in named.items()}
    rest = {
        id_: NOT_EATEN if id_ in allergies and id_ not in eaten else _by_key(one.key) for id_, one in others.items()
    }
    return shares | rest | ({nearest: NEAREST} if nearest else {})


def _by_key(key: str) -> float:
    return {"allergies": OTHERS, "avoided_foods": DIET, "diet": DIET}.get(key, HEALTH)


def _named_share(query: str, need: Need) -> float:
    """Return NAMED if the question names the need, CONTAINED if a thing that it names contains it or is a part of it,
    SAME_GROUP if it names a thing of the same group; else 0."""
    if need.is_fact and not _words(need.value).isdisjoint(_words(query)):
        return NAMED
    queried = allergens_in(query, with_foods=True)
    stated = excluded_by_diet(need.value) if need.key == "diet" else allergens_in(need.value)
    if stated & allergens_in(query):
        return NAMED
    if stated & (queried | wider_allergens(queried)) or queried & wider_allergens(stated):
        return CONTAINED
    if need.key != "diet" and foods_in(need.value) & foods_in(query):
        return CONTAINED
    return SAME_GROUP if wider_allergens(queried) & wider_allergens(stated) else 0.0


def _words(text: str) -> frozenset[str]:
    return frozenset(word.lower().removesuffix("s") for word in _WORD.findall(text) if len(word) >= MIN_LETTERS)
