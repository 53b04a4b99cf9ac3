"""What was said belongs to a person and no longer to a seat: people change seats before the start."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """What was said in a seat was said by whoever sits there now: nothing else is known about it."""
    op.add_column("seats", sa.Column("person", sa.LargeBinary))
    op.execute("UPDATE seats SET person = coalesce(token, link)")
    op.add_column("talk", sa.Column("person", sa.LargeBinary))
    op.execute(
        "UPDATE talk SET person = (SELECT seats.person FROM seats"
        " WHERE seats.table_id = talk.table_id AND seats.seat = talk.seat)"
    )
    op.drop_column("talk", "seat")
    op.create_index("talk_person", "talk", ["person"])
