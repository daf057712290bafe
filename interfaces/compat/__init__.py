"""Protocols that agents already speak, over the same views, keys, grants, gate and history as `interfaces.rest`."""
