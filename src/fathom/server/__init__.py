"""Tables over the network: seats, rooms, the clock, the store, and the door through which everyone plays."""

from fathom.server.serving import serve

__all__ = ["serve"]
