"""Looking into the ocean in a real browser: tilting, coming closer, torches, and without WebGL."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import PHONE, Guests
from tests.web.guest import Guest

NO_WEBGL = """
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return kind.startsWith('webgl') ? null : get.call(this, kind, ...rest);
    };
"""


def the_ocean(guest: Guest) -> Locator:
    """The ocean, once all its views are here, with the keyboard's focus on it."""
    ocean = guest.at("ocean")
    expect(ocean).to_have_attribute("data-rows", "5")
    ocean.focus()
    guest.keys("Home")
    return ocean


def seen(ocean: Locator) -> bytes:
    """What is in the frame, when nothing fades any more."""
    return ocean.locator("canvas").screenshot(animations="disabled")


@pytest.mark.parametrize("painter", ["gl", "paper"])
def test_the_ocean_is_tilted_by_keys_and_by_dragging(guests: Guests, painter: str) -> None:
    ada = guests("Ada")
    if painter == "paper":
        ada.page.add_init_script(NO_WEBGL)
    ocean = the_ocean(ada.come().play_now())
    expect(ocean).to_have_attribute("data-painter", painter)
    above = seen(ocean)
    ada.keys("ArrowRight", "ArrowRight")
    tilted = seen(ocean)
    assert tilted != above
    ada.keys("Home")
    assert seen(ocean) == above
    box = ocean.bounding_box()
    assert box is not None
    ada.page.mouse.move(box["x"] + 200, box["y"] + 200)
    ada.page.mouse.down()
    ada.page.mouse.move(box["x"] + 60, box["y"] + 200)
    ada.page.mouse.up()
    assert seen(ocean) not in {above, tilted}


def test_the_wheel_and_keys_come_closer(guests: Guests) -> None:
    ada = guests("Ada").come().play_now()
    ocean = the_ocean(ada)
    whole = seen(ocean)
    ocean.hover(position={"x": 80, "y": 80})
    ada.page.mouse.wheel(0, -600)
    expect(ada.at("closer")).to_have_attribute("aria-pressed", "true")
    corner = seen(ocean)
    assert corner != whole
    ada.keys("Shift+ArrowRight")
    assert seen(ocean) not in {corner, whole}
    ada.at("closer").click()
    expect(ada.at("closer")).to_have_attribute("aria-pressed", "false")
    ocean.focus()
    ada.keys("Home")
    assert seen(ocean) == whole
    ada.keys("+")
    expect(ada.at("closer")).to_have_attribute("aria-pressed", "true")
    ada.keys("Home")
    assert seen(ocean) == whole


def test_the_ocean_follows_the_device_and_two_fingers_come_closer(guests: Guests) -> None:
    ada = guests("Ada", size=PHONE, touch=True)
    ocean = the_ocean(ada.come().play_now())
    above = seen(ocean)
    ada.page.get_by_role("button", name="Tilt by moving the device").click()
    ada.page.evaluate(
        """for (const turned of [0, 25]) {
            const how = { beta: turned, gamma: turned };
            dispatchEvent(new DeviceOrientationEvent('deviceorientation', how));
        }"""
    )
    assert seen(ocean) != above
    box = ocean.bounding_box()
    assert box is not None
    fingers = ada.page.context.new_cdp_session(ada.page)
    for kind, apart in (("touchStart", 20), ("touchMove", 60), ("touchMove", 100), ("touchEnd", 0)):
        at = [
            {"x": box["x"] + box["width"] / 2 + side * apart, "y": box["y"] + box["height"] / 2, "id": side}
            for side in ((-1, 1) if apart else ())
        ]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})
    expect(ada.at("closer")).to_have_attribute("aria-pressed", "true")


@pytest.mark.clause("D10.1")
@pytest.mark.parametrize("painter", ["gl", "paper"])
def test_a_torch_shows_what_it_is_held_over(guests: Guests, painter: str) -> None:
    ada = guests("Ada")
    if painter == "paper":
        ada.page.add_init_script(NO_WEBGL)
    ada.come().open_table("random", choices=("Flashlights",))
    ocean = the_ocean(ada)
    expect(ada.at("light-above")).to_have_attribute("aria-pressed", "true")
    ocean.hover(position={"x": 60, "y": 60})
    upper_left = seen(ocean)
    ocean.hover(position={"x": 260, "y": 260})
    assert seen(ocean) != upper_left
    ocean.focus()
    ada.keys("ArrowLeft")
    pictures = {seen(ocean)}
    for light in ("below", "day"):
        ada.at(f"light-{light}").click()
        pictures.add(seen(ocean))
    assert len(pictures) == 3


def test_when_the_device_takes_webgl_away_the_picture_stays(guests: Guests) -> None:
    ada = guests("Ada").come().play_now()
    ocean = the_ocean(ada)
    expect(ocean).to_have_attribute("data-painter", "gl")
    ocean.locator("canvas").evaluate(
        "canvas => canvas.getContext('webgl').getExtension('WEBGL_lose_context').loseContext()"
    )
    expect(ocean).to_have_attribute("data-painter", "paper")
    ocean.focus()
    above = seen(ocean)
    ada.keys("ArrowUp")
    assert seen(ocean) != above


def test_no_page_knows_of_layers(guests: Guests) -> None:
    """All that a browser gets of the stack are whole pictures: none of a single card before it is lifted."""
    ada = guests("Ada")
    looks: list[str] = []
    ada.page.on("response", lambda got: looks.append(got.url) if "/looks/" in got.url else None)
    ada.come().play_now()
    the_ocean(ada)
    look = ada.page.request.get(looks[0]).json()
    assert look["lifted"] == []
    assert set(look) == {"round", "size", "steps", "rows", "centre", "thumb", "lights", "lifted"}
    fetched = {url.removeprefix(ada.address) for url in looks if url != looks[0]}
    assert fetched == {look["centre"], *look["rows"]}
