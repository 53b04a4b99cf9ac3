"""What all tests share: a browser, a database, and examples that are the same on every run."""

from hypothesis import settings

pytest_plugins = ["tests.browser", "tests.postgres"]

# The same examples everywhere, and no test that fails because a machine is slow. To go looking for new ones:
# pytest --hypothesis-profile=explore
settings.register_profile("fathom", derandomize=True, deadline=None, database=None)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile("fathom")
