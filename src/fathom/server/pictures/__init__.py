"""The pictures of a stack: what is to be drawn, drawing it in another process, and keeping it for a while.

May import `store`, `protocol` and `common`; knows no table and no seat.
"""
