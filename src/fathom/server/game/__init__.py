"""A game in memory and everything told of it: play, clocks, messages per reader, advice, replays, lessons.

May import `pictures`, `seating`, `store`, `protocol` and `common`; writes nothing.
"""
