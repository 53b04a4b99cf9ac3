"""Everything that browser and server say to each other.

`python -m fathom.server.protocol.typescript` writes these messages, and each game's own types, as TypeScript.
What a game defines (options, actions, events, views, menus) goes over the wire as the game encodes it:
options and views carry the game's name in `game`, everything else its kind in `type`. The server decodes an
action with the game of its table.

May import `common`, and nothing else of `fathom.server`.
"""

from typing import TYPE_CHECKING, Any, Union

from fathom.guests import ours
from fathom.server.protocol.fields import TEXT_LENGTH, Colour, TablePhase
from fathom.server.protocol.learning import Asked, Choices, LessonNow, LessonOffer, Mistake
from fathom.server.protocol.lobby import (
    Agree,
    Change,
    Close,
    DiceFailed,
    HandOver,
    InviteNow,
    Kick,
    LobbyNow,
    Mute,
    Order,
    Paint,
    PlayWith,
    Ready,
    Rematch,
    Rename,
    Renew,
    Resign,
    Reveal,
    RevealNow,
    SetSeat,
    StandIn,
    StandUp,
    Start,
    Unready,
)
from fathom.server.protocol.playing import (
    Act,
    AgreeToTakeBack,
    BotFailed,
    Checked,
    ClocksNow,
    Done,
    Draft,
    Happened,
    Hello,
    LookPictures,
    LookReady,
    PlainMenu,
    PositionNow,
    RefusedNow,
    RefuseToTakeBack,
    SeatTime,
    Shown,
    TakeBack,
    TakenBack,
    TimeLeft,
)
from fathom.server.protocol.replaying import Replay, Retold, Step
from fathom.server.protocol.reviewing import Advice, Advised, Eyesight, GivenAway, Review
from fathom.server.protocol.seating import (
    AskedBack,
    Bot,
    BotSeat,
    GameOffer,
    Join,
    Lobby,
    Me,
    MyTable,
    NewTable,
    Open,
    OpenSeat,
    PersonalLink,
    PersonSeat,
    Return,
    Seated,
    Switch,
)
from fathom.server.protocol.story import Recount, StoryNow, ToldEntry
from fathom.server.protocol.talk import Ripple, RippleOf, Said, Say, SayPhrase, Spoken, Talk, Torch, TorchOf
from fathom.table import Outcome, Record

__all__ = [
    "FRAME_BYTES",
    "OVER_HTTP",
    "TEXT_LENGTH",
    "Act",
    "Advice",
    "Advised",
    "Agree",
    "AgreeToTakeBack",
    "Asked",
    "AskedBack",
    "Bot",
    "BotFailed",
    "BotSeat",
    "Change",
    "Checked",
    "Choices",
    "ClocksNow",
    "Close",
    "Colour",
    "DiceFailed",
    "Done",
    "Draft",
    "Eyesight",
    "FromClient",
    "FromServer",
    "GameOffer",
    "GivenAway",
    "HandOver",
    "Happened",
    "Hello",
    "InviteNow",
    "Join",
    "Kick",
    "LessonNow",
    "LessonOffer",
    "Lobby",
    "LobbyNow",
    "LookPictures",
    "LookReady",
    "Me",
    "Mistake",
    "Mute",
    "MyTable",
    "NewTable",
    "Open",
    "OpenSeat",
    "Order",
    "Paint",
    "PersonSeat",
    "PersonalLink",
    "PlainMenu",
    "PlayWith",
    "PositionNow",
    "Ready",
    "Recount",
    "RefuseToTakeBack",
    "RefusedNow",
    "Rematch",
    "Rename",
    "Renew",
    "Replay",
    "Resign",
    "Retold",
    "Return",
    "Reveal",
    "RevealNow",
    "Review",
    "Ripple",
    "RippleOf",
    "Said",
    "Say",
    "SayPhrase",
    "SeatTime",
    "Seated",
    "SetSeat",
    "Shown",
    "Soundings",
    "Spoken",
    "StandIn",
    "StandUp",
    "Start",
    "Step",
    "StoryNow",
    "Switch",
    "TablePhase",
    "TakeBack",
    "TakenBack",
    "Talk",
    "TimeLeft",
    "ToldEntry",
    "Torch",
    "TorchOf",
    "Unready",
]

if TYPE_CHECKING:
    Soundings = Any
else:
    Soundings = Union[tuple(guest.soundings.answer for guest in ours() if guest.soundings)]  # noqa: UP007

FRAME_BYTES = 64 * 1024
"""The largest message that is taken from a client."""

FromClient = (
    Hello
    | Change
    | PlayWith
    | Reveal
    | StandIn
    | Rematch
    | Say
    | SayPhrase
    | Torch
    | Ripple
    | Shown
    | Act
    | Draft
    | Recount
    | TakeBack
    | AgreeToTakeBack
    | RefuseToTakeBack
)

FromServer = (
    LobbyNow
    | InviteNow
    | RevealNow
    | DiceFailed
    | Said
    | Talk
    | TorchOf
    | RippleOf
    | PositionNow
    | Happened
    | StoryNow
    | ClocksNow
    | TimeLeft
    | BotFailed
    | Done
    | RefusedNow
    | Checked
    | LookReady
)

OVER_HTTP = (
    NewTable,
    Join,
    Return,
    Seated,
    PersonalLink,
    GameOffer,
    Lobby,
    MyTable,
    LookPictures,
    Soundings,
    Record,
    Outcome,
    Replay,
    LessonOffer,
    Choices,
    LessonNow,
    Advice,
    Review,
    Eyesight,
)
"""What is said over HTTP, beside `Refusal` for everything that is not allowed."""
