"""Tables over the network: seats, rooms, the clock, the store, and the protocol that everyone speaks."""

from fathom.server.common.settings import BadSetting, Settings, read_settings
from fathom.server.serving import serve

__all__ = ["BadSetting", "Settings", "read_settings", "serve"]
