"""How Alembic comes to the database: over the connection that `migrate` passes, in one transaction."""

from alembic import context

from fathom.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True
)
context.run_migrations()
