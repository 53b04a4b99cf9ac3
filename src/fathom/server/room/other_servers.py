"""Catching up with other servers that serve the same table from the same database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fathom.server.game.play import Play
from fathom.server.protocol import Said
from fathom.server.seating import talk
from fathom.server.store import NotWritten, TalkRow

if TYPE_CHECKING:
    from fathom.server.room.desk import Desk


class Elsewhere:
    """What others write to the table of this desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._news = False

    def changed(self) -> None:
        """Another server has written to this table: read that as soon as nothing else is being done."""
        if not self._news:
            self._news = True
            self._desk.mailbox.put(self._read_news)

    async def _read_news(self) -> None:
        self._news = False
        try:
            await self.catch_up()
        except NotWritten as error:
            self._desk.not_written(error)
        self._desk.close_if_idle()

    async def catch_up(self) -> bool:
        """Take over what another server has written, and tell everyone here; whether there was anything."""
        desk, play = self._desk, self._desk.play
        news = await desk.house.store.news(desk.row.id, -1 if play is None else play.number)
        if news is None:
            desk.close()  # the table has been removed
            return False
        said = await desk.house.store.talk(desk.row.id, after=self.heard)
        before, readers = desk.row, desk.readers()
        desk.row = news.row
        desk.send_spectators_away()
        if play is None and news.entries:
            desk.revealing.begin_with(Play.rebuilt(desk.game, news.row, news.entries, news.drafts))
        elif play is not None:
            moments = [play.follow(entry) for entry in news.entries]
            play.lay(news.drafts)
            if desk.row.phase != "playing":
                desk.end()
            elif news.entries or desk.row.clocks != before.clocks:
                desk.time.go_on_with(play)  # otherwise they go on as they are, whatever was said or drafted
            for moment in moments:
                desk.happen(moment)
        self._hear(said)
        if desk.row.phase != "revealing":
            desk.revealing.stop()
        elif not desk.revealing.running:
            desk.revealing.wait()
        if desk.row != before:
            desk.tell_changed(before, readers)
        return desk.row != before or bool(news.entries)

    @property
    def heard(self) -> int:
        """The number of the last line that was said as far as this server knows."""
        return self._desk.said[-1].number if self._desk.said else 0

    def _hear(self, lines: Sequence[TalkRow]) -> None:
        """Tell everyone here what was said through other servers, and let go of what has been unsaid."""
        desk, last = self._desk, self.heard
        unsaid = {line.number for line in lines if line.number <= last}
        if any(line.number in unsaid and not talk.is_unsaid(line) for line in desk.said):
            desk.said = [
                TalkRow(None, number=one.number) if one.number in unsaid else one for one in desk.said
            ]
            desk.tell_talk()
        for line in lines:
            if line.number > last:
                desk.said.append(line)
                if not talk.is_unsaid(line):
                    desk.audience.tell(Said(talk.line(desk.row, line)))
