"""Capabilities of this server, for pages."""

from ipaddress import ip_address

from django import template
from django.http.request import split_domain_port

from operations.delivery.mail import is_mail_sent

register = template.Library()
register.simple_tag(is_mail_sent, name="is_mail_sent")


@register.simple_tag(takes_context=True)
def has_passkeys(context: template.Context) -> bool:
    """Whether browsers can store passkeys for this address: only for a name, not for an IP address."""
    host, _port = split_domain_port(context["request"].get_host())
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return True
    return False
