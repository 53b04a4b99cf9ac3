"""How a value of a game is put to people: switches, choices and numbers, read off its type.

Options become fields of a lobby and of the command line, actions fields of a form.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, Literal, get_args, get_type_hints

import msgspec
from msgspec import inspect as shapes

Kind = Literal["switch", "choice", "number", "text", "json"]


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to be filled in. What a kind does not have is left out."""

    name: str
    kind: Kind
    default: bool | int | float | str | msgspec.UnsetType | None = msgspec.UNSET
    """Left out where something has to be said."""
    choices: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    least: int | float | msgspec.UnsetType = msgspec.UNSET
    most: int | float | msgspec.UnsetType = msgspec.UNSET


class Form(msgspec.Struct, frozen=True):
    """A kind of action, as a form: what has to be said besides its tag."""

    tag: str
    fields: tuple[Field, ...]


def option_fields(options_type: Any) -> tuple[Field, ...]:
    """The options that are switches, choices or numbers. Others keep their default, or come from a file."""
    return tuple(
        found for found in struct_fields(options_type) if found.kind in {"switch", "choice", "number"}
    )


def struct_fields(struct: Any) -> tuple[Field, ...]:
    """Every field of a struct, with its default."""
    shape = shapes.type_info(struct)
    if not isinstance(shape, shapes.StructType):
        raise TypeError(f"{struct} is no struct")
    return _fields(shape)


def members(union: Any) -> tuple[shapes.StructType, ...]:
    """The structs of a union, or the one struct that it is."""
    shape = shapes.type_info(union)
    parts = shape.types if isinstance(shape, shapes.UnionType) else (shape,)
    structs = tuple(part for part in parts if isinstance(part, shapes.StructType))
    if len(structs) < len(parts):
        raise TypeError(f"{union} is no union of structs")
    return structs


def forms(action_type: Any) -> tuple[Form, ...]:
    """Every kind of action as a form."""
    return tuple(
        Form("" if struct.tag is None else str(struct.tag), _fields(struct))
        for struct in members(action_type)
    )


def _fields(struct: shapes.StructType) -> tuple[Field, ...]:
    written = get_type_hints(struct.cls)
    return tuple(_field(found, written[found.name]) for found in struct.fields)


def _field(found: shapes.Field, written: Any) -> Field:
    default = _default(found)
    shape: shapes.Type = found.type
    while isinstance(shape, shapes.Metadata):
        shape = shape.type
    match shape:
        case shapes.BoolType():
            return Field(found.encode_name, "switch", default)
        case shapes.EnumType(cls) if all(isinstance(member.value, str) for member in cls):
            return Field(found.encode_name, "choice", default, tuple(str(member.value) for member in cls))
        case shapes.LiteralType(values) if all(isinstance(value, str) for value in values):
            # msgspec sorts them; people are asked in the order in which they were written.
            return Field(found.encode_name, "choice", default, tuple(map(str, get_args(written))))
        case shapes.IntType() | shapes.FloatType():
            least, most = _bounds(shape)
            return Field(found.encode_name, "number", default, least=least, most=most)
        case shapes.StrType():
            return Field(found.encode_name, "text", default)
        case shapes.UnionType(types) if any(isinstance(part, shapes.StrType) for part in types) and all(
            isinstance(part, shapes.StrType | shapes.NoneType) for part in types
        ):
            return Field(found.encode_name, "text", default)
        case _:
            return Field(found.encode_name, "json", default)


def _default(found: shapes.Field) -> Any:
    if found.default is not msgspec.NODEFAULT:
        value = found.default
    elif found.default_factory is not msgspec.NODEFAULT:
        value = found.default_factory()
    else:
        return msgspec.UNSET
    if isinstance(value, Enum):
        value = value.value
    return value if isinstance(value, bool | int | float | str | None) else msgspec.UNSET


def _bounds(shape: shapes.IntType | shapes.FloatType) -> tuple[Any, Any]:
    step = 1 if isinstance(shape, shapes.IntType) else 0
    least: Any = msgspec.UNSET
    most: Any = msgspec.UNSET
    if shape.ge is not None:
        least = shape.ge
    elif shape.gt is not None:
        least = shape.gt + step
    if shape.le is not None:
        most = shape.le
    elif shape.lt is not None:
        most = shape.lt - step
    return least, most
