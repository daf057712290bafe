"""The field for an agent's role: those that the workspace knows, with what each may do, or another by its name."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from interfaces.roles import RoleInWords


class RoleChoice(forms.Widget):
    def __init__(self, roles: Sequence[RoleInWords]) -> None:
        super().__init__()
        self.roles = roles

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        is_other = bool(value) and value not in {role.name for role in self.roles}
        context = {"name": name, "value": value or "", "roles": self.roles, "is_other": is_other}
        return render_to_string("admin/agent/role.html", context)

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        """What was typed counts: that field is empty unless another role is meant."""
        return (data.get(f"{name}_other") or "").strip() or data.get(name)

    def id_for_label(self, id_: str) -> str:
        """No input is the field's own: its group is labelled."""
        return ""
