from allauth.idp.oidc.views import client_registration
from django.urls import include, path

from interfaces.mcp.oauth.consent import ConsentView
from interfaces.mcp.oauth.metadata import authorization_server, protected_resource
from interfaces.mcp.oauth.tokens import EndTokenView, IssueTokenView

# By the names that allauth's views reverse. What a client of MCP does not need, such as its user's e-mail, is left out.
idp = [
    path("authorize", ConsentView.as_view(), name="authorization"),
    path("token", IssueTokenView.as_view(), name="token"),
    path("revoke", EndTokenView.as_view(), name="revoke"),
    path("register", client_registration, name="client_registration"),
]
urlpatterns = [
    path(".well-known/oauth-protected-resource/<path:path>", protected_resource),
    path(".well-known/oauth-authorization-server", authorization_server),
    path(".well-known/oauth-authorization-server/<path:path>", authorization_server),
    path("oauth/", include(([path("", include((idp, "oidc")))], "idp"))),
]
