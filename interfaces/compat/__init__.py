"""Protocols that agents already use, over the same views, keys, grants, gate and history as `interfaces.rest`."""
