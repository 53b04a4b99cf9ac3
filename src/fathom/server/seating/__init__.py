"""Who sits where and what a table has agreed on: functions from one row to the next. Nothing is written.

May import `store`, `protocol` and `common`.
"""
