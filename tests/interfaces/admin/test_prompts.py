"""The prompts in the admin: to read, for staff only, with their versions."""

import pytest
from django.urls import reverse

from providers.llm.prompts import all_prompts

pytestmark = pytest.mark.django_db


def test_every_prompt_is_shown_with_its_version(owner):
    page = owner.get(reverse("admin:prompts")).content.decode()
    assert all(f'id="{prompt.name}-{prompt.version}"' in page for prompt in all_prompts()) and "Version 1, " in page
    assert "Third person." in page


def test_it_says_whether_a_model_is_configured(owner, settings):
    assert "No language model is configured" in owner.get(reverse("admin:prompts")).content.decode()
    settings.LLM_BASE_URL, settings.LLM_MODEL = "http://model.example/v1", "some-model"
    assert "some-model at http://model.example/v1" in owner.get(reverse("admin:prompts")).content.decode()


def test_the_key_is_not_shown(owner, settings):
    settings.LLM_BASE_URL, settings.LLM_API_KEY = "http://model.example/v1", "key-of-tests"
    assert "key-of-tests" not in owner.get(reverse("admin:prompts")).content.decode()


def test_only_staff_may_look(colleague, client):
    assert colleague.get(reverse("admin:prompts")).status_code in (302, 403)
    assert client.get(reverse("admin:prompts")).status_code == 302


def test_the_page_of_all_tables_leads_there(owner):
    assert reverse("admin:prompts") in owner.get(reverse("admin:advanced")).content.decode()


def test_each_is_told_by_what_it_does(owner):
    prompts = owner.get(reverse("admin:prompts")).context["prompts"]
    assert prompts and all(about for _prompt, about, _is_latest in prompts)
