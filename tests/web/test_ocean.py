"""Looking into the ocean in a real browser: tilting, coming closer, torches, and without WebGL."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Locator, expect

from tests.server.harbour import SMALL
from tests.web.conftest import PHONE, Guests
from tests.web.guest import MOST_ROUNDS, Guest

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
    assert set(look) == {
        *("round", "size", "steps", "views", "rows", "centre", "large", "thumb"),
        *("lights", "lifted", "outlines", "stacks"),
    }
    assert look["outlines"] == look["stacks"] == []
    fetched = {url.removeprefix(ada.address) for url in looks if url != looks[0]}
    assert fetched == {look["centre"], look["views"]}, "one moving picture is all there is to fetch"


NO_DECODER = "delete globalThis.ImageDecoder;"


@pytest.mark.parametrize("painter", ["gl", "paper"])
def test_without_a_decoder_rows_are_fetched_and_show_the_same(guests: Guests, painter: str) -> None:
    """As in Safari, and on pages that are not secure."""
    ada, bob = guests("Ada"), guests("Bob")
    for guest in (ada, bob):
        if painter == "paper":
            guest.page.add_init_script(NO_WEBGL)
    bob.page.add_init_script(NO_DECODER)
    fetched: list[str] = []
    bob.page.on("response", lambda got: fetched.append(got.url) if "/looks/" in got.url else None)
    ada.come().play_now()
    bob.page.goto(ada.page.url)
    pictures = []
    for guest in (ada, bob):
        ocean = the_ocean(guest)
        guest.keys("ArrowRight", "ArrowDown")
        pictures.append(Image.open(BytesIO(seen(ocean))).convert("RGB").resize((64, 64)))
    assert sum(url.endswith(".avif") for url in fetched) == 0
    assert sum(url.endswith(".webp") for url in fetched) == 6, "the centre and five rows"
    # Two encoders, each with its own idea of a picture of 64 pixels.
    assert max(ImageStat.Stat(ImageChops.difference(*pictures)).mean) < 16


def test_a_whole_game_without_the_moving_picture(guests: Guests) -> None:
    ada = guests("Ada").in_a_small_ocean()
    ada.page.add_init_script(NO_DECODER)
    fetched: list[str] = []
    ada.page.on("response", lambda got: fetched.append(got.url) if "/looks/" in got.url else None)
    ada.come().open_table(choices=("Village chief",))
    for _ in range(MOST_ROUNDS):
        if ada.over:
            break
        expect(ada.at("ocean")).to_have_attribute("data-rows", "5")
        ada.keys("1", "2", "Enter").see_the_dive()
    assert ada.over
    assert not any(url.endswith(".avif") for url in fetched)


def test_whoever_comes_closer_gets_the_centre_in_more_pixels(guests: Guests) -> None:
    ada = guests("Ada").come().play_now()
    ocean = the_ocean(ada)
    expect(ocean).to_have_attribute("data-large", "0")
    ada.keys("+")
    expect(ocean).to_have_attribute("data-large", str(2 * SMALL))


def test_what_lives_in_the_frame_is_for_those_who_like_motion_and_the_same_for_all(guests: Guests) -> None:
    calm = guests("Ada").come().play_now()
    the_ocean(calm)
    expect(calm.at("ocean").locator("canvas")).to_have_count(1)
    lively = guests("Bob", calm=False)
    lively.page.goto(calm.page.url)
    ocean = lively.at("ocean")
    expect(ocean).to_have_attribute("data-rows", "5")
    expect(ocean.locator("canvas.life")).to_have_count(1)
