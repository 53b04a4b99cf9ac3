"""What all tables of one server share: the services, how long tables are kept, whether the server is ready.

May import everything but `room` and `http`.
"""
