"""What the server counts about itself, in the text form that Prometheus reads.

A few counters and a histogram need no library: there is no global state, so that several servers can live in
one process, and time comes from the clock. Nothing is counted per table, seat or person: whoever
reads the measurements learns how busy the server is, and not who does what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
"""Seconds: a write to a good disk takes a few milliseconds."""

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

Labels = tuple[tuple[str, str], ...]

HELP = {
    "entries_total": "Entries written to the logs of tables",
    "write_seconds": "Seconds until an entry was durable",
    "lost_tails_total": "Tables whose log ends before a number that a client has been given",
    "messages_total": "Messages from clients, over sockets and HTTP",
    "refusals_total": "What was refused, by code",
    "answers_total": "HTTP answers, by status",
    "turned_away_total": "What came too fast, by kind",
    "connections": "Connections that are open, sockets among them",
    "sockets": "Sockets that are open",
    "rooms": "Tables in memory",
}


class Metrics:
    """Everything that is counted."""

    def __init__(self) -> None:
        # An alarm is given out from the start, so that whoever watches sees it go up.
        self._counts: dict[str, dict[Labels, float]] = {"lost_tails_total": {(): 0}}
        self._seconds: dict[str, tuple[list[int], float]] = {}
        self._gauges: dict[str, Callable[[], dict[Labels, float]]] = {}

    def count(self, name: str, label: str = "", value: str = "") -> None:
        """One more."""
        counts = self._counts.setdefault(name, {})
        labels: Labels = ((label, value),) if label else ()
        counts[labels] = counts.get(labels, 0) + 1

    def took(self, name: str, seconds: float) -> None:
        """Something took so long."""
        buckets, total = self._seconds.setdefault(name, ([0] * (len(BUCKETS) + 1), 0.0))
        place = next((number for number, most in enumerate(BUCKETS) if seconds <= most), len(BUCKETS))
        buckets[place] += 1
        self._seconds[name] = (buckets, total + seconds)

    def watch(self, name: str, value: Callable[[], dict[Labels, float]]) -> None:
        """Something that is looked up when someone asks."""
        self._gauges[name] = value

    def text(self) -> str:
        """Everything, for Prometheus."""
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        for name, counts in sorted(self._counts.items()):
            yield from _head(name, "counter")
            for labels, value in sorted(counts.items()):
                yield f"fathom_{name}{_labels(labels)} {value:g}"
        for name, look_up in sorted(self._gauges.items()):
            yield from _head(name, "counter" if name.endswith("_total") else "gauge")
            for labels, value in sorted(look_up().items()):
                yield f"fathom_{name}{_labels(labels)} {value:g}"
        for name, (buckets, total) in sorted(self._seconds.items()):
            yield from _head(name, "histogram")
            below = 0
            for most, count in zip((*BUCKETS, "+Inf"), buckets, strict=True):
                below += count
                yield f'fathom_{name}_bucket{{le="{most}"}} {below}'
            yield f"fathom_{name}_sum {total:.6f}"
            yield f"fathom_{name}_count {below}"


def _head(name: str, kind: str) -> Iterator[str]:
    yield f"# HELP fathom_{name} {HELP[name]}."
    yield f"# TYPE fathom_{name} {kind}"


def _labels(labels: Labels) -> str:
    return "{" + ",".join(f'{name}="{value}"' for name, value in labels) + "}" if labels else ""
