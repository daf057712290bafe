"""Changes of access and rules, as sentences."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# In the wording for the person and for another actor.
Sentences = tuple[Promise, Promise]
# Changes of who may read and write about the person, of their rules and of their own row.
SETUP: dict[tuple[str, str], Sentences] = {
    ("agent", "added"): (_("You added an assistant."), _("{who} added an assistant.")),
    ("agent", "changed"): (_("You changed an assistant's settings."), _("{who} changed an assistant's settings.")),
    ("apikey", "added"): (_("You issued a key for an assistant."), _("{who} issued a key for an assistant.")),
    ("apikey", "changed"): (_("You changed a key of an assistant."), _("{who} changed a key of an assistant.")),
    ("apikey", "revoked"): (_("You revoked a key of an assistant."), _("{who} revoked a key of an assistant.")),
    ("allowlist", "added"): (
        _("You chose which subjects a kind of assistant may read."),
        _("{who} chose which subjects a kind of assistant may read."),
    ),
    ("allowlist", "changed"): (
        _("You changed which subjects a kind of assistant may read."),
        _("{who} changed which subjects a kind of assistant may read."),
    ),
    ("invitation", "added"): (_("You invited somebody."), _("{who} invited somebody.")),
    ("invitation", "revoked"): (_("You took an invitation back."), _("{who} took an invitation back.")),
    ("exclusion", "added"): (_("You removed an assistant's access."), _("{who} removed an assistant's access.")),
    ("exclusion", "deleted"): (
        _("You restored an assistant's access."),
        _("{who} restored an assistant's access."),
    ),
    ("grant", "added"): (
        _("You gave an assistant access to your memories."),
        _("{who} gave an assistant access to your memories."),
    ),
    ("grant", "changed"): (_("You changed what an assistant may do."), _("{who} changed what an assistant may do.")),
    ("grant", "revoked"): (
        _("You ended an assistant's access to your memories."),
        _("{who} ended an assistant's access to your memories."),
    ),
    ("membership", "added"): (_("You linked a login to you."), _("{who} linked a login to you.")),
    ("membership", "changed"): (
        _("You changed a login that is linked to you."),
        _("{who} changed a login that is linked to you."),
    ),
    ("membership", "deleted"): (
        _("You removed a login that was linked to you."),
        _("{who} removed a login that was linked to you."),
    ),
    ("person", "added"): (_("You added yourself to this workspace."), _("{who} added you to this workspace.")),
    ("person", "changed"): (
        _("You changed your name or your time zone."),
        _("{who} changed your name or your time zone."),
    ),
    ("policy", "added"): (
        _("You added a rule about what needs your approval."),
        _("{who} added a rule about what needs your approval."),
    ),
    ("policy", "revoked"): (
        _("You removed a rule about what needs your approval."),
        _("{who} removed a rule about what needs your approval."),
    ),
}
