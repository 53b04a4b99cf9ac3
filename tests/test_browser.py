"""The browser that the other tests rely on is there, and draws what a server on this machine sends."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser

PAGE = b"""<!doctype html><title>Fathom</title><p>On the surface.</p>
<script>document.querySelector("p").textContent = "Under water."</script>"""


class _Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/" else 404)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def test_chromium_runs_a_page_served_on_this_machine(chromium: Browser, address: str) -> None:
    with chromium.new_context() as context:
        page = context.new_page()
        page.goto(address)
        assert page.title() == "Fathom"
        assert page.inner_text("p") == "Under water."
        paragraph = page.locator("p").bounding_box()
        assert paragraph is not None
        assert paragraph["height"] > 0
