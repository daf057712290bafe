-- The application's role and database; run once by an administrator. Then: ALTER ROLE memory PASSWORD '...';
CREATE ROLE memory LOGIN NOSUPERUSER NOBYPASSRLS;
CREATE DATABASE memory OWNER memory;
\connect memory
CREATE EXTENSION IF NOT EXISTS vector;
-- Allows full-text search to use its index under row-level security.
ALTER FUNCTION ts_match_vq(tsvector, tsquery) LEAKPROOF;
-- Keeps what people said out of the server's log, where a failing statement would quote it.
ALTER ROLE memory SET log_min_error_statement = 'panic';
