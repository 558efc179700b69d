-- Run once, when the database of compose.yaml is made. Whoever breaks into the app gets its role, which
-- reads and writes rows; the tables belong to another one, and the superuser has no password, so that it is
-- there for `docker compose exec postgres psql --username=postgres` alone.
\getenv owner_password POSTGRES_PASSWORD
\getenv app_password POSTGRES_APP_PASSWORD

CREATE ROLE campus_owner LOGIN PASSWORD :'owner_password';
-- Migrations give it its rights (scripts/embedded/app-role.mjs).
CREATE ROLE campus_app LOGIN PASSWORD :'app_password';
ALTER DATABASE campus_circle OWNER TO campus_owner;
REVOKE ALL ON DATABASE campus_circle FROM PUBLIC;
GRANT CONNECT ON DATABASE campus_circle TO campus_app;
ALTER ROLE postgres PASSWORD NULL;
