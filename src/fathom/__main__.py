"""`python -m fathom` is the `fathom` command."""

from fathom.cli import app

if __name__ == "__main__":
    app(prog_name="fathom")
