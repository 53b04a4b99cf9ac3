"""Tables, seats, the log and the drafts, as they were before PostgreSQL."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

TIME = sa.Float(53).with_variant(sa.REAL(), "sqlite")
NAMED = sa.text("client IS NOT NULL")


def upgrade() -> None:
    """From an empty database."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.LargeBinary, nullable=False),
        sa.Column("invite", sa.LargeBinary, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("salt", sa.LargeBinary, nullable=False),
        sa.Column("entropies", sa.LargeBinary, nullable=False),
        sa.Column("host", sa.Integer, nullable=False),
        sa.Column("over", sa.Integer, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("level", sa.Text, nullable=False),
        sa.Column("token", sa.LargeBinary),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("seats_token", "seats", ["token"])
    op.create_table(
        "entries",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer),
        sa.Column("action", sa.LargeBinary),
        sa.Column("outcomes", sa.LargeBinary, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("client", sa.Text),
        sa.Column("by_clock", sa.Integer, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index(
        "entries_client",
        "entries",
        ["table_id", "seat", "client"],
        unique=True,
        sqlite_where=NAMED,
        postgresql_where=NAMED,
    )
    op.create_table(
        "drafts",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("action", sa.LargeBinary, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
