"""The tables that are opened and played for a folder of old files; the same on every database.

Choices, tokens and what people add to the dice are always the same; the seed of a table is the server's own.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from fathom import deepblue
from fathom.guests import level
from tests.old.expected import Json, OldAct, OldDraft
from tests.old.people import Person, Position, begin, play, token_of

NAMES = ("Ada", "Bob", "Cleo")
FORGOTTEN = "Dan"

DIVE: Json = {"game": "dive"}
BLUE: Json = {"game": "deep-blue"}
FEW_CARDS: Json = {
    "nothing": 4, "shark": 3, "green": 2, "red": 1, "manta": 1,
    "shark_green": 1, "shark_red": 1, "shark_manta": 1,
}  # fmt: skip
BOX = Path(__file__).parents[1] / "deepblue" / "box"
OPEN: Json = {"type": "open"}


def _own_box() -> Json:
    box: Json = msgspec.to_builtins(deepblue.read_box(BOX))
    return box


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A table that is opened, played for so many moves (None: to the end), and perhaps closed."""

    options: Json
    people: tuple[str, ...]
    bots: tuple[str, ...] = ()
    moves: int | None = None
    settings: Json = {}
    closed: bool = False


PLANS: dict[str, Plan] = {
    "dive-over": Plan(options=DIVE, people=NAMES[:2]),
    "dive-children-over": Plan(options=DIVE | {"children": True, "flashlight": True}, people=NAMES[:2]),
    "dive-companions-over": Plan(options=DIVE | {"companions": True, "tokens": "all"}, people=NAMES),
    "dive-chief-alone-over": Plan(options=DIVE | {"chief": True, "mix": FEW_CARDS}, people=NAMES[:1]),
    "dive": Plan(options=DIVE | {"clarity": "murky"}, people=NAMES[:2], moves=7),
    "dive-children": Plan(options=DIVE | {"children": True}, people=NAMES[1:], moves=6),
    "dive-companions": Plan(
        options=DIVE | {"companions": True}, people=NAMES, moves=12, settings={"spectators": False}
    ),
    "dive-chief": Plan(options=DIVE | {"chief": True, "companions": True}, people=NAMES[:2], moves=9),
    "dive-bots": Plan(options=DIVE, people=NAMES[:1], bots=("random", "snorkeler"), moves=4),
    "deep-blue-over": Plan(options=BLUE, people=NAMES[:2]),
    "deep-blue-small-over": Plan(options=BLUE | {"scenario": "storm-rising", "chart": "small"}, people=NAMES),
    "deep-blue": Plan(options=BLUE | {"scenario": "scattered-riches"}, people=NAMES, moves=40),
    "deep-blue-own-box": Plan(
        options=BLUE | {"scenario": None, "own": _own_box()}, people=NAMES[:2], moves=25
    ),
    "deep-blue-bots": Plan(
        options=BLUE | {"scenario": "treacherous-reefs", "closed_chests": False},
        people=NAMES[1:2],
        bots=("random", "snorkeler"),
        moves=12,
    ),
    "deep-blue-closed": Plan(
        options=BLUE | {"scenario": "riches-for-all"}, people=NAMES[:2], moves=30, closed=True
    ),
}


class Opened(msgspec.Struct, kw_only=True):
    """What is known of a table only to those who opened it."""

    id: str
    invite: str = ""
    link: str = ""
    draft: OldDraft | None = None
    act: OldAct | None = None
    clocks: tuple[float | None, ...] = ()
    number: int = -1
    """The last entry, where the server would go on by itself; -1 elsewhere."""


class Evening:
    """Everyone at one server, and the tables that they leave behind."""

    def __init__(self, address: str) -> None:
        self.people = {name: Person(address, name, token_of(name)) for name in (*NAMES, FORGOTTEN)}
        self.ada, self.bob, self.cleo, self.dan = self.people.values()
        for person in self.people.values():
            person.players["deep-blue"] = level("deep-blue", "snorkeler").player  # who comes to an end
        self.opened: dict[str, Opened] = {}

    def move(self, address: str) -> None:
        """Go on at another server."""
        for person in self.people.values():
            person.http.base_url = address

    def close(self) -> None:
        for person in self.people.values():
            person.close()

    def fill(self) -> None:
        """Open and play all tables but for what has to be done just before the server stops."""
        self._absent()  # first: it takes a while until someone counts as away
        for name, plan in PLANS.items():
            self._planned(name, plan)
        self._taken_back()
        self._talk()
        self._rematch()
        self._forgotten()
        self._resigned()
        self._by_clock()
        self._bank()
        self._lobby()
        self._private_lobby()
        self._stand_in()
        self._bot()
        self._revealing()
        self._time_running_out()
        for opened in self.opened.values():
            acts = [person.acts[opened.id] for person in self.people.values() if opened.id in person.acts]
            opened.act = max(acts, key=lambda act: act.entry, default=None)

    def leave_bot_thinking(self) -> None:
        """Have the bot asked for its next decision by a server that has just started: its process has not."""
        opened = self.opened["dive-bot-thinking"]
        found = self.ada.decision(opened.id, "dive", "thinking")
        assert found is not None
        opened.number = self.ada.act(opened.id, *found)

    # ── Tables ─────────────────────────────────────────────────────────────────────────────────────────────

    def _seated(
        self, name: str, options: Json, people: list[Person], *, bots: tuple[str, ...] = (), settings: Json
    ) -> str:
        host, *others = people
        seats = [OPEN] * len(others) + [{"type": "bot", "level": level} for level in bots]
        seated = host.open(options, *seats, settings=settings)
        self.opened[name] = Opened(id=seated["table"], invite=seated["invite"])
        for other in others:
            other.join(seated["table"], seated["invite"])
        table: str = seated["table"]
        return table

    def _started(
        self,
        name: str,
        people: list[Person],
        *,
        options: Json = DIVE,
        bots: tuple[str, ...] = (),
        settings: Json | None = None,
    ) -> str:
        table = self._seated(name, options, people, bots=bots, settings=settings or {})
        begin(table, *people)
        return table

    def _planned(self, name: str, plan: Plan) -> None:
        people = [self.people[one] for one in plan.people]
        table = self._started(name, people, options=plan.options, bots=plan.bots, settings=plan.settings)
        seen = play(table, plan.options["game"], name, *people, moves=plan.moves)
        assert seen.over == (plan.moves is None), f"{name} is over before it should be"
        if plan.bots:
            _settle(people[0], table)
        if plan.closed:
            people[0].say(table, "close")

    def _taken_back(self) -> None:
        """Ada takes back what she has decided, and decides again."""
        table = self.opened["dive"].id
        self.ada.act(table, self.ada.look(table).number, {"type": "withdraw"})
        assert self.ada.decide(table, "dive", "taken back")

    def _talk(self) -> None:
        """Words of people who sit there, one of whom has been muted, and a link to Ada's seat."""
        opened = self.opened["dive"]
        self.ada.say(opened.id, "say", text="Is that a shark? “Ja”, sagt sie, 3 € drauf 🦈")
        self.bob.say(opened.id, "phrase", phrase="good-luck")
        self.ada.say(opened.id, "mute", seat=1, muted=True)
        opened.link = self.ada.post(f"tables/{opened.id}/link")["link"]

    def _rematch(self) -> None:
        lobby = self.bob.say(self.opened["dive-over"].id, "rematch")["lobby"]
        self.opened["dive-rematch"] = Opened(id=lobby["rematch"])

    def _forgotten(self) -> None:
        """A game with someone who has had their name and words deleted since."""
        table = self._started("dive-forgotten-over", [self.ada, self.dan])
        self.dan.say(table, "say", text="You will not remember this.")
        self.ada.say(table, "phrase", phrase="bye")
        play(table, "dive", "forgotten", self.ada, self.dan)
        assert self.dan.http.delete("/api/me").status_code == 204

    def _resigned(self) -> None:
        """A bot plays for Cleo, who was the host, for good."""
        people = [self.cleo, self.ada, self.bob]
        table = self._started("dive-resigned", people, options=DIVE | {"tokens": "all"})
        play(table, "dive", "resigned", *people, moves=5)
        self.cleo.say(table, "resign")
        _settle(self.ada, table)

    def _by_clock(self) -> None:
        """A table at which time was up for Bob, closed after that."""
        settings = {"clock": {"type": "per-decision", "seconds": 5}}
        table = self._started("dive-by-clock-closed", [self.ada, self.bob], settings=settings)
        self.bob.look(table)  # the clock waits for someone who is away
        assert self.ada.decide(table, "dive", "by clock")
        _until(lambda: self.ada.look(table).number >= 2)
        self.ada.say(table, "close")

    def _bank(self) -> None:
        """A clock on which more is left than at the start: every decision added ten minutes."""
        settings = {"clock": {"type": "bank", "seconds": 3600, "increment": 600}}
        table = self._started("dive-clock", [self.ada, self.bob], settings=settings)
        for _ in range(6):
            for person in (self.ada, self.bob):
                assert person.decide(table, "dive", "bank")
        self._hear_clocks("dive-clock")

    def _lobby(self) -> None:
        """Ada and Bob wait for others; Cleo has come, said something, and gone."""
        seats = [OPEN, OPEN, {"type": "bot", "level": "diver"}]
        seated = self.ada.open(
            DIVE | {"companions": True}, *seats, settings={"public": True, "soundings": True, "odds": False}
        )
        table = seated["table"]
        self.opened["dive-lobby"] = Opened(id=table, invite=seated["invite"])
        for person in (self.bob, self.cleo):
            person.join(table, seated["invite"])
        self.cleo.say(table, "say", text="I cannot stay.")
        self.cleo.say(table, "stand-up")
        self.bob.say(table, "rename", name="Roberta")
        self.bob.say(table, "paint", colour="plum")
        self.ada.say(table, "order", seats=[1, 0, 2, 3])
        self.bob.get_ready(table)

    def _private_lobby(self) -> None:
        """Nobody but Cleo has come yet."""
        settings = {"spectators": False, "text": False, "advice": True}
        seated = self.cleo.open(BLUE | {"scenario": "lucrative-wrecks"}, OPEN, settings=settings)
        self.opened["deep-blue-lobby"] = Opened(id=seated["table"], invite=seated["invite"])

    def _absent(self) -> None:
        """Bob has never looked at this table: he is away from the start."""
        self.ada.look(self._started("dive-stand-in", [self.ada, self.bob]))

    def _stand_in(self) -> None:
        """A bot plays for Bob until he comes back."""
        table = self.opened["dive-stand-in"].id
        _until(
            lambda: any(
                message["type"] == "lobby" and message["lobby"]["seats"][1]["gone"]
                for message in self.ada.hear(table)
            )
        )
        self.ada.say(table, "stand-in", seat=1)
        for _ in range(2):
            assert self.ada.decide(table, "dive", "stand-in")
            _settle(self.ada, table)

    def _bot(self) -> None:
        """Ada plays with a bot that takes its time; it has decided, and she has not."""
        table = self._started("dive-bot-thinking", [self.ada], bots=("leviathan",))
        _settle(self.ada, table)

    def _revealing(self) -> None:
        """Everyone is ready, and Bob has not said yet what he adds to the dice."""
        table = self._seated("dive-revealing", DIVE, [self.ada, self.bob], settings={})
        for person in (self.ada, self.bob):
            person.get_ready(table)
        self.ada.reveal(table)

    def _time_running_out(self) -> None:
        """Bob has decided; Ada has laid a program and a few seconds to decide."""
        settings = {"clock": {"type": "per-decision", "seconds": 6}}
        table = self._started("dive-time-running-out", [self.ada, self.bob], settings=settings)
        assert self.bob.decide(table, "dive", "time")
        found = self.ada.decision(table, "dive", "time")
        assert found is not None
        number, action = found
        self.ada.say(table, "draft", id="draft", number=number, action=action)
        opened = self.opened["dive-time-running-out"]
        opened.draft, opened.number = OldDraft(0, action), number

    def _hear_clocks(self, name: str) -> None:
        opened = self.opened[name]
        (told,) = (message for message in self.ada.hear(opened.id) if message["type"] == "clocks")
        opened.clocks = tuple(None if seat is None else seat["left"] for seat in told["seats"])


def _settle(person: Person, table: str) -> Position:
    """Wait until no bot has anything to say any more; whether that is so is checked in the end."""
    number = -1
    while (seen := person.look(table)).number != number:
        number = seen.number
        person.hear(table, number, wait=3)
    return seen


def _until(true: Callable[[], bool]) -> None:
    for _ in range(600):
        if true():
            return
        time.sleep(0.1)
    raise AssertionError("it never is")
