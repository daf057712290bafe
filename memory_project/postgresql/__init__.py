"""Django database engine: the embedded PostgreSQL on demand, or that of DATABASE_URL once found fit."""
