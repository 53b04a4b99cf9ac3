"""The steps by which a database becomes what `schema` describes. Alembic takes them."""
