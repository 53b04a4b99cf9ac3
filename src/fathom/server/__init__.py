"""Tables over the network: seats, rooms, the clock, the store, and the door through which everyone plays."""

from fathom.server.serving import serve
from fathom.server.settings import BadSetting, Settings, read_settings

__all__ = ["BadSetting", "Settings", "read_settings", "serve"]
