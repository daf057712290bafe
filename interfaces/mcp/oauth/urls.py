from allauth.idp.oidc.views import client_registration
from django.urls import include, path

from interfaces.mcp.oauth.consent import ConsentView
from interfaces.mcp.oauth.metadata import authorization_server, protected_resource
from interfaces.mcp.oauth.refusals import garbled
from interfaces.mcp.oauth.tokens import EndTokenView, IssueTokenView
from interfaces.mcp.oauth.well_formed import plain_json, well_formed

# With the names that allauth reverses. Endpoints that MCP clients do not need, such as the user's email, are left out.
idp = [
    path("authorize", well_formed(ConsentView.as_view(), refuse=garbled), name="authorization"),
    path("token", well_formed(IssueTokenView.as_view()), name="token"),
    path("revoke", well_formed(EndTokenView.as_view()), name="revoke"),
    path("register", plain_json(client_registration), name="client_registration"),
]
urlpatterns = [
    path(".well-known/oauth-protected-resource/<path:path>", protected_resource),
    path(".well-known/oauth-authorization-server", authorization_server),
    path(".well-known/oauth-authorization-server/<path:path>", authorization_server),
    path("oauth/", include(([path("", include((idp, "oidc")))], "idp"))),
]
