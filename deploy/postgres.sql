-- The application's role and database, and the role of its backups; run once by an administrator.
-- Then, for both: ALTER ROLE ... PASSWORD '...';
CREATE ROLE memory LOGIN NOSUPERUSER NOBYPASSRLS;
-- Sees every row, and fills a new database for the application. Nothing else may use it.
CREATE ROLE memory_backup LOGIN NOSUPERUSER BYPASSRLS IN ROLE memory;
CREATE DATABASE memory OWNER memory;
\connect memory
CREATE EXTENSION IF NOT EXISTS vector;
-- Allows full-text search to use its index under row-level security.
ALTER FUNCTION ts_match_vq(tsvector, tsquery) LEAKPROOF;
-- Keeps what people said out of the server's log, where a failing statement would quote it.
ALTER ROLE memory SET log_min_error_statement = 'panic';
