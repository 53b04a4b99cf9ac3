"""The addresses of the server, one file per subject: read a request, ask the tables, answer."""
