"""What a list may be narrowed by. A value that means nothing is left out, never an error page."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from interfaces.pages.wording import field_name
from memories import limits
from memories.models.choices import Event
from workspaces.models import Category

ANY = ("", _("All"))
STATES = [("", _("Remembered")), ("forgotten", _("Forgotten"))]


class Filters(forms.Form):
    """Reads a query string; `wanted` holds what was understood."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"label_suffix": ""})

    @property
    def wanted(self) -> dict[str, str]:
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}


class CategoryFilters(Filters):
    category = forms.ChoiceField(label=_("Category"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = Category.objects.order_by("name").values_list("name", flat=True)
        field = self.fields["category"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [ANY, *((name, field_name(name).capitalize()) for name in names)]


class MemoryFilters(CategoryFilters):
    q = forms.CharField(label=_("Words"), required=False, max_length=limits.QUERY_CHARACTERS)
    state = forms.ChoiceField(label=_("Show"), required=False, choices=STATES)
    field_order = ["q", "category", "state"]


class TimelineFilters(CategoryFilters):
    event = forms.ChoiceField(label=_("What happened"), required=False, choices=[ANY, *Event.choices])
