"""Tables have phases, codes, settings, clocks and a version; seats have colours and more; people can talk."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

TIME = sa.Float(53).with_variant(sa.REAL(), "sqlite")
UNFINISHED = sa.text("code <> '' AND phase NOT IN ('over', 'closed')")


def upgrade() -> None:
    """What was over is in the phase "over"; what has a log and is not over is being played."""
    empty = sa.text("x'7b7d'" if op.get_bind().dialect.name == "sqlite" else "'{}'")
    for column in (
        sa.Column("phase", sa.Text, nullable=False, server_default="lobby"),
        sa.Column("code", sa.Text, nullable=False, server_default=""),
        sa.Column("public", sa.Integer, nullable=False, server_default="0"),
        sa.Column("settings", sa.LargeBinary, nullable=False, server_default=empty),
        sa.Column("clocks", sa.LargeBinary, nullable=False, server_default=empty),
        sa.Column("rematch", sa.Text, nullable=False, server_default=""),
        sa.Column("version", sa.Integer, nullable=False, server_default="0"),
    ):
        op.add_column("tables", column)
    op.execute(
        "UPDATE tables SET phase = CASE WHEN over = 1 THEN 'over'"
        " WHEN EXISTS (SELECT 1 FROM entries WHERE table_id = id) THEN 'playing' ELSE 'lobby' END"
    )
    op.drop_column("tables", "over")
    op.create_index(
        "tables_code", "tables", ["code"], unique=True, sqlite_where=UNFINISHED, postgresql_where=UNFINISHED
    )
    op.create_index("tables_phase", "tables", ["phase", "at"])
    for column in (
        sa.Column("colour", sa.Text, nullable=False, server_default=""),
        sa.Column("ready", sa.Integer, nullable=False, server_default="0"),
        sa.Column("entropy_hash", sa.LargeBinary),
        sa.Column("entropy", sa.LargeBinary),
        sa.Column("muted", sa.Integer, nullable=False, server_default="0"),
        sa.Column("stand_in", sa.Text, nullable=False, server_default=""),
        sa.Column("link", sa.LargeBinary),
    ):
        op.add_column("seats", column)
    op.create_index("seats_link", "seats", ["link"])
    op.add_column("drafts", sa.Column("number", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "talk",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer),
        sa.Column("phrase", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
