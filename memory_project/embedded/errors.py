import psycopg


class EmbeddedDatabaseError(psycopg.OperationalError):
    """The server cannot be started; the message says why.

    To whoever wants a connection it is a database that cannot be reached: requests are answered 503.
    """
