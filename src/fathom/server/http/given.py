"""What every address is given: the request, and the tables."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.params import SkipValidation

from fathom.server.room.tables import Tables

AnyRequest = Request[Any, Any, Any]

TheTables = NamedDependency[SkipValidation[Tables]]
