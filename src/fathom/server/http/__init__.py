"""Sockets, requests, pages and pictures over HTTP. Everything that comes in is checked here first.

May import everything else; nothing but `fathom.server.serving` imports it.
"""
