"""Requests that no agent made: the import file they came from, or the staff login that entered them."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from consent.models import Proposal
from interfaces.pages.texts.wording import actor_name
from operations.importing.records import IMPORT_LABEL
from operations.models import ImportRun
from workspaces.actors import ActorKind
from workspaces.models import Account, Membership


class Entered(NamedTuple):
    """The origin of such a request. `file` is the imported file's name, empty where unknown; `who` the name of the
    login that entered the request, `is_own` whether that is the person."""

    file: str = ""
    who: str = ""
    is_own: bool = False
    is_file: bool = False

    @property
    def sentence(self) -> str:
        """A sentence that names the imported file, or says that the person entered the request; empty where `who` is
        shown instead."""
        return file_sentence([self.file]) if self.is_file else _("You entered this yourself.") if self.is_own else ""


NOT_ENTERED = Entered()


def is_imported(proposal: Proposal) -> bool:
    return proposal.actor_label == IMPORT_LABEL


def entered(proposals: Iterable[Proposal]) -> Mapping[UUID, Entered]:
    """Return the origins of requests that staff entered or imported, by request id. Three queries at most; runs in the
    entered scope."""
    proposals = list(proposals)
    by_staff = [row for row in proposals if row.account_id and ActorKind.STAFF.is_of(row.actor_label)]
    return {**_imported(filter(is_imported, proposals)), **_by_staff(by_staff)}


def _imported(proposals: Iterable[Proposal]) -> dict[UUID, Entered]:
    runs = {row.id: row.account_id for row in proposals}
    names = file_names(one for one in runs.values() if one)
    return {one: Entered(file=names.get(run, "") if run else "", is_file=True) for one, run in runs.items()}


def _by_staff(proposals: Iterable[Proposal]) -> dict[UUID, Entered]:
    rows = {row.id: row for row in proposals}
    logins = {row.account_id for row in rows.values() if row.account_id}
    if not logins:
        return {}
    accounts = Account.objects.in_bulk(logins)
    own = set(Membership.objects.filter(account__in=logins).values_list("account_id", "person_id"))
    return {
        one: Entered(who=_("You"), is_own=True)
        if (row.account_id, row.person_id) in own
        else Entered(who=_named(accounts.get(row.account_id) if row.account_id else None, row.actor_label))
        for one, row in rows.items()
    }


def _named(account: Account | None, label: str) -> str:
    """The name of the login; the actor's label where the login was deleted."""
    if account is None:
        return actor_name(label)
    return _("Staff: {name}").format(name=account.get_full_name() or account.get_username())


def file_names(run_ids: Iterable[UUID]) -> Mapping[UUID, str]:
    """Return the names of imported files by the ids of their imports; one query where there are any."""
    wanted = set(run_ids)
    return dict(ImportRun.objects.filter(id__in=wanted).values_list("id", "name")) if wanted else {}


def file_sentence(files: Iterable[str]) -> str:
    """Return a sentence that names the imported files whose names are known."""
    names = list(dict.fromkeys(filter(None, files)))
    if len(names) > 1:
        return _("From imported files: {names}.").format(names=", ".join(names))
    return _("From an imported file: {name}.").format(name=names[0]) if names else _("From an imported file.")
