"""How much each need that was found counts for a question. First what it names: by the word, as an ingredient
("prawns" are shellfish), or as what a diet excludes. Then the nearest by its vector, then a diet, then other
allergies; those to medicines, animals and materials come last."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple
from uuid import UUID

from memories.embedding_models import embed_question
from memories.models import EmbeddingModel
from providers.embedding import FloatArray
from providers.statements import allergens_in, excluded_by_diet, foods_in, names_food, wider_allergens

# Shares, 0..1. A need that the question does not name still comes before what shares the question's words.
NAMED, HAS_IT, KINDRED, NEAREST, DIET, OTHERS, ILLNESS = 1.0, 0.97, 0.85, 0.75, 0.65, 0.5, 0.4
NOT_EATEN: Final = 0.2  # of an allergy to a medicine, an animal or a material, in a question about food
OF_DIETS: Final = 0.95  # of the same share of an allergy: what harms more comes first
MOST_NEAR: Final = 60  # facts that are embedded, allergies first: some milliseconds each the first time
LEAST_LETTERS: Final = 4  # of a word that is looked for in the question
_WORD: Final = re.compile(r"[^\W\d_]+")


class Need(NamedTuple):
    """`text` is how it is told; `cosine` to the question None where it has no vector."""

    key: str
    text: str
    is_fact: bool
    cosine: float | None

    @property
    def value(self) -> str:
        """Without the name of the field."""
        return self.text.partition(":")[2].strip() if self.is_fact else self.text

    @property
    def is_of_field(self) -> bool:
        """Whether it is told as a fact is, by the name of its field: also one that was found by its words."""
        return self.text.startswith(f"{self.key}: ")

    @property
    def is_of_food(self) -> bool:
        """Not of a medicine, an animal or a material; what the table of allergens does not have may be food."""
        return names_food(self.value) or not allergens_in(self.value)


def near(needs: Mapping[UUID, Need], question: FloatArray, model: EmbeddingModel) -> dict[UUID, Need]:
    """The same, the facts with their cosines: they have no stored vector. Of a local model, that remembers them; a
    remote one is not asked inside a transaction (R25)."""
    if not model.is_local:
        return dict(needs)
    without = [id_ for id_, need in needs.items() if need.is_fact and need.cosine is None and need.value]
    embedded = sorted(without, key=lambda id_: needs[id_].key != "allergies")[:MOST_NEAR]
    return dict(needs) | {
        id_: need._replace(cosine=float(question @ embed_question(need.value, model=model)))
        for id_ in embedded
        if (need := needs[id_])
    }


def need_shares(
    query: str, needs: Mapping[UUID, Need], *, only_named: bool = False, is_of_food: bool = True
) -> dict[UUID, float]:
    """The share of each; `only_named` leaves out what the question does not name. In a question about food, allergies
    to what is not eaten come last."""
    fits = {id_: _fit(query, need) for id_, need in needs.items()}
    named = {id_: fit for id_, fit in fits.items() if fit == NAMED or (fit and not only_named)}
    others = {id_: need for id_, need in needs.items() if id_ not in named and not only_named}
    allergies = [id_ for id_, need in others.items() if need.key == "allergies"]
    eaten = [id_ for id_ in allergies if not is_of_food or others[id_].is_of_food]
    nearest = max(eaten, key=lambda id_: others[id_].cosine or 0.0, default=None)
    shares = {id_: fit * (OF_DIETS if needs[id_].key != "allergies" else 1.0) for id_, fit in named.items()}
    rest = {
        id_: NOT_EATEN if id_ in allergies and id_ not in eaten else _by_key(one.key) for id_, one in others.items()
    }
    return shares | rest | ({nearest: NEAREST} if nearest else {})


def _by_key(key: str) -> float:
    return {"allergies": OTHERS, "avoided_foods": DIET, "diet": DIET}.get(key, ILLNESS)


def _fit(query: str, need: Need) -> float:
    """NAMED where the question names it, HAS_IT where what it names has it or is a part of it, KINDRED where it names
    something of the same kind, else 0."""
    if need.is_fact and not _words(need.value).isdisjoint(_words(query)):
        return NAMED
    asked = allergens_in(query, with_foods=True)
    told = excluded_by_diet(need.value) if need.key == "diet" else allergens_in(need.value)
    if told & allergens_in(query):
        return NAMED
    if told & (asked | wider_allergens(asked)) or asked & wider_allergens(told):
        return HAS_IT
    if need.key != "diet" and foods_in(need.value) & foods_in(query):
        return HAS_IT
    return KINDRED if wider_allergens(asked) & wider_allergens(told) else 0.0


def _words(text: str) -> frozenset[str]:
    return frozenset(word.lower().removesuffix("s") for word in _WORD.findall(text) if len(word) >= LEAST_LETTERS)
