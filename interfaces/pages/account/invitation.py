"""The link of an invitation: it creates a login, or links the signed-in login to the person."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.forms import UserCreationForm
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views import View

from interfaces.sign_in import show_rule_once
from operations.invitations import AlreadyMember, NotOpen, accept
from workspaces import scope
from workspaces.models import Account, Invitation
from workspaces.models.invitation import find_invitation, read_token


class NewLoginForm(UserCreationForm):  # type: ignore[type-arg]
    class Meta:
        model = Account
        fields = ("username",)
        labels = {"username": gettext_lazy("Username")}
        help_texts = {"username": gettext_lazy("You sign in with it, or with your email address.")}

    def __init__(self, *args: Any, email: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"label_suffix": ""})
        self.email = email
        show_rule_once(self.fields)
        if not email:
            self.fields["username"].help_text = _("You sign in with it.")
        self.fields["password2"].label = _("Password (again)")

    def clean(self) -> dict[str, Any]:
        if self.email and Account.objects.filter(email__iexact=self.email).exists():
            self.add_error(None, _("There is a login with this email address already. Sign in with it."))
        return super().clean() or {}


class AcceptInvitationView(View):
    """GET changes nothing. An invalid link responds with 410."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = super().dispatch(request, *args, **kwargs)
        add_never_cache_headers(response)
        return response

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        invitation = _find(token)
        if invitation is None:
            return render(request, "account/invitation_over.html", status=410)
        suggested = invitation.email.partition("@")[0]
        return self.show(request, invitation, NewLoginForm(email=invitation.email, initial={"username": suggested}))

    def post(self, request: HttpRequest, token: str) -> HttpResponseBase:
        invitation = _find(token)
        if invitation is None:
            return render(request, "account/invitation_over.html", status=410)
        if request.user.is_authenticated:
            return self.join(request, token, request.user)
        form = NewLoginForm(request.POST, email=invitation.email)
        if not form.is_valid():
            return self.show(request, invitation, form, status=422)
        account = form.save(commit=False)
        response = self.join(request, token, account)
        if not account._state.adding:
            login(request, account, backend=settings.AUTHENTICATION_BACKENDS[0])
        return response

    def join(self, request: HttpRequest, token: str, account: Account) -> HttpResponseBase:
        try:
            membership = accept(token=token, account=account, now=timezone.now())
        except NotOpen:
            return render(request, "account/invitation_over.html", status=410)
        except AlreadyMember:
            messages.error(request, _("This login already belongs to somebody in this workspace. Sign out first."))
            return redirect("pages:invitation", token)
        return redirect("pages:home" if membership.person_id else "admin:index")

    def show(
        self, request: HttpRequest, invitation: Invitation, form: NewLoginForm, *, status: int = 200
    ) -> HttpResponse:
        context = {"invitation": invitation, "form": form, "workspace": invitation.workspace}
        return render(request, "account/invitation.html", context, status=status)


def _find(token: str) -> Invitation | None:
    link = read_token(token)
    if link is None:
        return None
    with scope.enter(link.workspace_id):
        return find_invitation(token, now=timezone.now())
