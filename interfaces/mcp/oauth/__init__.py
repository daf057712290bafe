"""OAuth 2.1 as the Model Context Protocol requires it, on allauth's identity provider.

A person lets a client act as an agent for themselves alone. The client gets an API key of that agent, which expires
within an hour, and a token to renew it.
"""
