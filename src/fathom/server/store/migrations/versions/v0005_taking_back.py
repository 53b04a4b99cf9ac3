"""Who would like to take something back, and who has agreed to it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Nobody has asked for anything at the tables that there are."""
    op.add_column("tables", sa.Column("asking", sa.Text, nullable=False, server_default=""))
