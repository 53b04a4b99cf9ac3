"""Whatever is decided in Deep Blue is wholly in the window: in every language, on every size of screen."""

from __future__ import annotations

from playwright.sync_api import Error, ViewportSize

from tests.web.captain import DECISIONS, Captain
from tests.web.conftest import Guests
from tests.web.inspection import out_of_sight
from tests.web.test_deepblue import sit_down
from tests.web.test_deepblue_pages import DANGEROUS

SIZES: tuple[ViewportSize, ...] = (
    {"width": 1440, "height": 900},
    {"width": 768, "height": 1024},
    {"width": 390, "height": 844},
    {"width": 360, "height": 780},
)
LANGUAGES = ("de", "nl", "en")
DECIDED = {"choosing", "sailing", "course", "mooring", "playing", "deciding", "rushing", "answering"}


AT_REST = """
    () => !document.getAnimations().some(
        each => each.effect?.getTiming().iterations !== Infinity && each.playState === 'running'
    )
"""


class Measured:
    """A captain before whom everything that is asked for the first time is measured."""

    def __init__(self, captain: Captain) -> None:
        self.captain = captain
        self.met: set[str] = set()
        self.missing: dict[str, list[str]] = {}
        captain.looks = self.measure

    def measure(self, moment: str) -> None:
        if moment in self.met:
            return
        self.met.add(moment)
        for size in SIZES:
            self.captain.page.set_viewport_size(size)
            for language in LANGUAGES:
                self.captain.speak(language)
                found = self._out_of_sight_at_last(moment)
                if found:
                    self.missing[f"{moment} {language} {size['width']}"] = found

    def _out_of_sight_at_last(self, moment: str) -> list[str]:
        """What is missing once everything has found its place."""
        try:
            self.captain.page.wait_for_function(AT_REST)
        except Error:
            return ["it never comes to rest"]
        return out_of_sight(self.captain, moment)


def test_every_decision_is_in_the_window_in_every_language(guests: Guests) -> None:
    ada, bob = Captain.of(guests("Ada", size=SIZES[0])), Captain.of(guests("Bob"))
    sit_down(ada, bob, own=DANGEROUS)
    measured = Measured(ada)
    for _ in range(DECISIONS):
        for captain in (ada, bob):
            if not (captain.asked() or captain.is_asked_soon()):
                continue
            if captain is ada and ada.asked() != "over":
                measured.measure(ada.asked())
            captain.decide()
        if measured.met >= DECIDED or ada.asked() == "over":
            break
    assert measured.missing == {}
    assert measured.met >= DECIDED, DECIDED - measured.met
