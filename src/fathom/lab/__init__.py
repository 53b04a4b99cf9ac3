"""Simulation: many games between players, their records, and what they tell."""

from fathom.lab.records import RecordFile, read_records
from fathom.lab.simulation import seat_names, simulate, simulated
from fathom.lab.statistics import Interval, Tally, rounds_of, wilson

__all__ = [
    "Interval",
    "RecordFile",
    "Tally",
    "read_records",
    "rounds_of",
    "seat_names",
    "simulate",
    "simulated",
    "wilson",
]
