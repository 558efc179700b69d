-- Behind PgBouncer the app cannot send this limit when it connects. Migrations and backups lift it for
-- themselves, and so does long work, which goes past PgBouncer.
ALTER ROLE campus SET statement_timeout = '4s';
