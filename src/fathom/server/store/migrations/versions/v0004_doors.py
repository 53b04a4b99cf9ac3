"""When the server has to go on with a table, since when it is to be removed, and who is kept out of it."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

TIME = sa.Float(53).with_variant(sa.REAL(), "sqlite")


def upgrade() -> None:
    """Nothing is known of when tables have to go on: the server looks at each once."""
    op.add_column("tables", sa.Column("due", TIME))
    op.execute("UPDATE tables SET due = 0 WHERE phase IN ('revealing', 'playing')")
    op.add_column("tables", sa.Column("doomed", TIME))
    op.create_table(
        "kept_out",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person", sa.LargeBinary, nullable=False),
        sa.Column("proof", sa.LargeBinary, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("kept_out_proof", "kept_out", ["proof"])
    op.create_table(
        "server",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
