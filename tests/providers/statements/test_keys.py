"""Issue 4, "No way around": keys are canonical, aliases meet in one address. Rulings R12 to R14."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from providers.statements import (
    DEFAULT_ALIASES,
    InvalidCategory,
    InvalidKey,
    canonical_category,
    canonical_key,
    is_multi_valued,
    is_sensitive,
    resolve_address,
    resolve_alias,
)
from providers.statements.fields.importance import address_of, importance_of


@pytest.mark.parametrize(
    ("raw", "key"),
    [
        ("Preferred Name", "preferred_name"),
        ("  city ", "city"),
        ("coding-style", "coding_style"),
        ("coding \u2013 style", "coding_style"),
        ("ＣＩＴＹ", "city"),
        ("с\u0456ty", "city"),
        ("ci\u200bty", "city"),
        ("𝓬𝓲𝓽𝔂", "city"),
        ("prónouns", "pronouns"),
        ("user.name", "user.name"),
        ("__city__", "city"),
        ("a" * 64, "a" * 64),
    ],
)
def test_a_key_has_one_form(raw, key):
    assert canonical_key(raw) == key


@pytest.mark.parametrize("raw", ["", "   ", "___", "city!", "name:", "a" * 65, "都市", "имя", "a/b", "\ud800"])
def test_anything_else_is_no_key(raw):
    with pytest.raises(InvalidKey):
        canonical_key(raw)


@given(st.text(max_size=80))
def test_whatever_passes_is_canonical_and_stays_itself(raw):
    try:
        key = canonical_key(raw)
    except InvalidKey:
        return
    assert re.fullmatch(r"[a-z0-9_.]{1,64}", key)
    assert canonical_key(key) == key


@pytest.mark.parametrize(
    ("key", "address"),
    [
        ("name", "preferred_name"),
        ("Nickname", "preferred_name"),
        ("call me", "preferred_name"),
        ("firstName", "preferred_name"),
        ("user.full_name", "preferred_name"),
        ("name_2", "preferred_name"),
        ("town", "city"),
        ("lives in", "city"),
        ("home-location", "city"),
        ("current_residence", "city"),
        ("gender pronouns", "pronouns"),
        ("mother tongue", "language"),
        ("locale_lang", "language"),
        ("spoken_language", "language"),
        ("languages", "languages_spoken"),
    ],
)
@pytest.mark.parametrize("category", ["identity", "profile", "Preferences", "constraints", "instruction"])
def test_an_alias_leads_to_one_address_from_every_category(category, key, address):
    assert resolve_alias(category, key) == ("identity", address)


def test_an_unknown_key_stays_where_it_was_filed():
    assert resolve_alias("preferences", "Tea Temperature") == ("preference", "tea_temperature")


def test_british_and_american_spellings_meet():
    assert resolve_alias("preference", "favourite colour") == resolve_alias("preference", "favorite_color")


def test_a_workspace_may_bring_its_own_aliases():
    assert resolve_alias("identity", "Rufname", aliases={"rufname": ("identity", "preferred_name")}) == (
        "identity",
        "preferred_name",
    )


def test_r14_a_preferred_language_may_be_a_programming_language():
    assert resolve_address("preference", "language", "Python") == ("preference", "programming_language")
    assert resolve_address("preferences", "language", "Go and Rust") == ("preference", "programming_language")
    assert resolve_address("preference", "language", "German") == ("identity", "language")
    assert resolve_address("identity", "language", "Python") == ("identity", "language")


def test_r13_some_keys_hold_many_values():
    assert all(map(is_multi_valued, ["allergies", "languages spoken", "goals", "pets", "hobby"]))
    assert not any(map(is_multi_valued, ["city", "language", "preferred_name", "timezone", "diet"]))


def test_an_unknown_key_of_identity_counts_as_sensitive():
    assert is_sensitive("identity", "shoe_size")
    assert is_sensitive("preference", "home town of residence".replace(" ", "_")) is False
    assert is_sensitive("preference", "town")
    assert not is_sensitive("identity", "occupation")
    assert not is_sensitive("preference", "tea_temperature")


@pytest.mark.parametrize(
    ("raw", "category"), [("Identity", "identity"), ("PREFERENCES", "preference"), ("profile", "identity")]
)
def test_categories_are_normalised(raw, category):
    assert canonical_category(raw) == category


def test_other_categories_are_refused():
    with pytest.raises(InvalidCategory):
        canonical_category("gossip")


@pytest.mark.parametrize("key", ["metropolis", "weather_city", "locale_city", "timezone_city"])
def test_a_setting_that_names_their_city_is_their_city(key):
    assert resolve_alias("preference", key) == ("identity", "city") and is_sensitive("preference", key)


@pytest.mark.parametrize("key", ["timezone", "weather", "weather_units"])
def test_other_settings_stay_settings(key):
    assert not is_sensitive("preference", key)


def test_rules_may_find_every_known_field():
    keys = {address.key for address in DEFAULT_ALIASES.values()}
    assert [key for key in keys if address_of(key).key != key or not 0 < importance_of(key) <= 1] == []
