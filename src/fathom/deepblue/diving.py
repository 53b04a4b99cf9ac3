"""A dive: rush, draw, answer hazards, play crew, go on or end, score; a small machine of its own."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from fathom.deepblue.actions import PlayCrew, Protect
from fathom.deepblue.captain import Boat
from fathom.deepblue.events import (
    CrewPlayed,
    DiveBegan,
    DiveEnded,
    Drew,
    Ended,
    Played,
    Protected,
    Ready,
    Rushed,
    Surfaced,
)
from fathom.deepblue.gems import Colour, Gems, Hazard, hazard
from fathom.deepblue.phases import Answering, Asked, Deciding, Descent, Over, Playing, Rushing
from fathom.deepblue.position import Position, Told
from fathom.deepblue.scoring import standings, tallies
from fathom.deepblue.wrecks import CITY_PARTS
from fathom.table import Dice, Seat

Why = Literal["ended", "leader-surfaced", "bag-empty"]


def begin(position: Position, site: str, then: tuple[str, ...], dice: Dice, told: Told) -> None:
    """Someone leads a dive; boats near enough may rush. `then`: sites to be dived at once after this."""
    wreck = position.wreck_at(site)
    assert wreck is not None
    leader = position.active
    descent = Descent(leader, site, wreck.tile, then=then)
    told.append(DiveBegan(leader, site, wreck.tile))
    asked = []
    for seat in position.clockwise(leader):  # B7.2: leader first, then clockwise
        boats = _may_rush(position, seat, descent)
        if boats:
            asked.append(Asked(seat, boats))
    _rush_or_plunge(position, descent, tuple(asked), dice, told)


def rush(position: Position, rushing: Rushing, boats: tuple[int, ...], dice: Dice, told: Told) -> None:
    """Boats rush into the middle of the wreck."""  # B7.2
    seat = rushing.asked[0].seat
    captain = position.captains[seat]
    for boat in boats:
        captain = captain.moving(boat, Boat(rushing.descent.site))
    position.change(seat, captain)
    told.append(Rushed(seat, boats))
    _rush_or_plunge(position, rushing.descent, rushing.asked[1:], dice, told)


def protect(position: Position, answering: Answering, action: Protect, dice: Dice, told: Told) -> None:
    """Answer a hazard with a card, or with a space, which is used up."""  # B8.4
    seat, against = answering.asked[0], answering.owed[0]
    captain = position.captains[seat]
    if action.card is not None:
        position.change(seat, captain.playing((action.card,)))
    elif action.boat is not None:
        position.change(seat, captain.moving(action.boat, Boat(answering.descent.site)))
    told.append(Protected(seat, against, action.card, action.boat))
    owed = answering.owed[1:]
    if owed:
        position.phase = replace(answering, owed=owed)  # B10.1: both hazards of a draw
    else:
        _ask_next(position, answering.descent, answering, dice, told)


def surface(position: Position, answering: Answering, dice: Dice, told: Told) -> None:
    """Answer a hazard by leaving the dive."""  # B8.5
    seat, descent = answering.asked[0], answering.descent
    told.append(Surfaced(seat, answering.owed[0]))
    left = replace(descent, down=tuple([other for other in descent.down if other != seat]))
    _ask_next(position, left, answering, dice, told)


def play_crew(
    position: Position, playing: Playing, seat: Seat, action: PlayCrew, dice: Dice, told: Told
) -> None:
    """Decide in secret which cards to play; with the last one missing, all are shown."""  # B8.6
    plays = (*playing.plays[:seat], action, *playing.plays[seat + 1 :])
    told.append(Ready(seat))
    asked = playing.asked()
    if any(plays[other] is None for other in asked):
        position.phase = Playing(playing.descent, plays)
        return
    descent = playing.descent
    more = position.scenario_on(descent.tile).card_vp  # B10.2
    crew = position.box.crew
    card_vp = list(descent.card_vp)
    finished = list(descent.finished)
    played = []
    # Once the dive is over nobody's "nothing more" means anything, and no view has it any longer.
    over = _over(position, descent) is not None
    for other in asked:
        play = plays[other]
        assert play is not None
        vp = sum([crew[card].vp + more for card in play.cards])
        card_vp[other] += vp
        if play.last:
            finished.append(other)
        if play.cards:
            position.change(other, position.captains[other].playing(play.cards))
        played.append(Played(other, play.cards, vp, play.last and not over))
    told.append(CrewPlayed(tuple(played)))
    played_on = replace(descent, card_vp=tuple(card_vp), finished=tuple(finished))
    _go_on(position, played_on, dice, told)


def draw(position: Position, descent: Descent, dice: Dice, told: Told) -> None:
    """Draw a gem, or what the scenario says; hazards first, then cards."""  # B8.1, B10.1
    gems: list[Colour] = []
    hazards: list[Hazard] = []
    drawn = descent.drawn
    for _ in range(min(position.scenario_on(descent.tile).draw, position.bag.total)):
        colour = position.bag.pick(dice, "gem")
        position.bag = position.bag.without_one(colour)
        danger = hazard(colour)
        if danger is not None and drawn.of(colour):
            hazards.append(danger)  # B8.3: the first of a colour is a warning
        drawn = drawn.with_one(colour)
        gems.append(colour)
    told.append(Drew(tuple(gems), tuple(hazards)))
    _answer_or_play(position, replace(descent, drawn=drawn), tuple(hazards), dice, told)


def end(position: Position, descent: Descent, why: Why, dice: Dice, told: Told) -> None:
    """Score the dive, remove the wreck, and go on with the turn or end the game."""  # B9, B11.1
    tile = position.box.tiles[descent.tile]
    scenario = position.scenario_on(descent.tile)
    scored = tallies(descent, tile, scenario, [captain.boats for captain in position.captains], why)
    for tally in scored:
        captain = position.captains[tally.seat]
        position.change(tally.seat, replace(captain, vp=captain.vp + tally.total))
    position.dived = (*position.dived, tile.id)
    position.lay(descent.site, None)
    position.bag = position.bag.with_all(descent.drawn)  # B9.4
    for seat, captain in enumerate(position.captains):
        for number, boat in enumerate(captain.boats):
            if boat.place == descent.site and boat.space is not None:
                captain = captain.moving(number, Boat(boat.place))  # noqa: PLW2901 - B9.4: boats stay
        position.change(seat, captain)
    position.tidy()
    told.append(DiveEnded(why, scored, position.city))
    if position.city == CITY_PARTS:
        result = standings(position.captains)
        ended = Ended(result.scores, result.winners)
        position.phase = Over(ended)
        told.append(ended)
    elif descent.then:
        begin(position, descent.then[0], descent.then[1:], dice, told)  # B10.5
    else:
        position.end_turn(told)


def _may_rush(position: Position, seat: Seat, descent: Descent) -> tuple[int, ...]:
    """The boats of a player that are near enough to rush."""  # B7.2, B10.5, B10.6
    away = position.box.waters.distance[descent.site]
    reach = position.scenario_on(descent.tile).rush
    return tuple(
        [
            number
            for number, boat in enumerate(position.captains[seat].boats)
            if 1 <= away[boat.place] <= reach and not (seat == descent.leader and boat.place in descent.then)
        ]
    )


def _rush_or_plunge(
    position: Position, descent: Descent, asked: tuple[Asked, ...], dice: Dice, told: Told
) -> None:
    if asked:
        position.phase = Rushing(descent, asked)
        return
    divers = tuple(  # B7.3
        [
            seat
            for seat in position.clockwise(descent.leader)
            if any(boat.place == descent.site for boat in position.captains[seat].boats)
        ]
    )
    plunged = replace(descent, divers=divers, down=divers, card_vp=(0,) * len(position.captains))
    wreck = position.wreck_at(descent.site)
    assert wreck is not None
    if wreck.gem is None:
        draw(position, plunged, dice, told)  # B8.1: at least one
    else:
        told.append(Drew((wreck.gem,), (), scattered=True))  # B10.3: as if drawn first
        _answer_or_play(position, replace(plunged, drawn=Gems().with_one(wreck.gem)), (), dice, told)


def _answer_or_play(
    position: Position, descent: Descent, hazards: tuple[Hazard, ...], dice: Dice, told: Told
) -> None:
    if hazards:
        position.phase = Answering(descent, hazards, asked=descent.down, owed=hazards)  # B8.4: leader first
    else:
        _play(position, descent, dice, told)


def _ask_next(position: Position, descent: Descent, answered: Answering, dice: Dice, told: Told) -> None:
    """The next diver answers; after the last one, those still down play cards."""  # B8.4, B8.6
    asked = answered.asked[1:]
    if asked:
        position.phase = Answering(descent, answered.hazards, asked, owed=answered.hazards)
    else:
        _play(position, descent, dice, told)


def _play(position: Position, descent: Descent, dice: Dice, told: Told) -> None:
    """Ask everyone still down which cards they play, whatever they hold."""  # B8.6
    playing = Playing(descent, (None,) * len(position.captains))
    if playing.asked():
        position.phase = playing
    else:
        _go_on(position, descent, dice, told)


def _go_on(position: Position, descent: Descent, dice: Dice, told: Told) -> None:
    """The leader decides, if there is anything to decide."""
    over = _over(position, descent)
    if over is None:
        position.phase = Deciding(descent)
    else:
        end(position, descent, over, dice, told)


def _over(position: Position, descent: Descent) -> Why | None:
    """Why nobody can go on with this dive; None if the leader can."""
    if descent.leader not in descent.down:
        return "leader-surfaced"  # B8.7
    return None if position.bag.total else "bag-empty"  # B8.8
