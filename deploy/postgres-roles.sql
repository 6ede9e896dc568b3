-- Rights in the database of the log: one role that makes tables, and one for the service, which
-- can add to the log, read it and dump it, and nothing else.
--
-- As a superuser, in the database of the log, after every 'napoleon migrate':
--
--     createdb napoleon
--     DATABASE_URL=postgresql:///napoleon napoleon migrate
--     psql napoleon --set ON_ERROR_STOP=1 --file postgres-roles.sql
--     psql napoleon --command '\password napoleon_app'
--
-- From then on 'napoleon migrate' runs as napoleon_owner (give it a password as well, where the
-- server asks for one), and every other process with the DATABASE_URL of napoleon_app.

BEGIN;

DO $$
DECLARE
    role text;
    kind text;
    name text;
BEGIN
    FOREACH role IN ARRAY ARRAY['napoleon_owner', 'napoleon_app'] LOOP
        IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = role) THEN
            EXECUTE format('CREATE ROLE %I LOGIN', role);
        END IF;
        EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), role);
    END LOOP;
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());

    -- Whatever 'napoleon migrate' has made belongs to its role, but not what extensions have.
    FOR kind, name IN
        SELECT made.kind, made.name FROM (
            SELECT CASE relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, oid::regclass::text, oid
            FROM pg_class
            WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'v')
            UNION ALL
            SELECT 'FUNCTION', oid::regprocedure::text, oid
            FROM pg_proc
            WHERE pronamespace = current_schema()::regnamespace AND prokind = 'f'
        ) AS made (kind, name, oid)
        WHERE NOT EXISTS (
            SELECT 1 FROM pg_depend WHERE pg_depend.objid = made.oid AND deptype = 'e')
    LOOP
        EXECUTE format('ALTER %s %s OWNER TO napoleon_owner', kind, name);
    END LOOP;

    EXECUTE format('REVOKE ALL ON SCHEMA %I FROM PUBLIC', current_schema());
    EXECUTE format('GRANT USAGE, CREATE ON SCHEMA %I TO napoleon_owner', current_schema());
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO napoleon_app', current_schema());
    -- pg_dump reads the current value of every sequence; advancing one takes more than SELECT.
    EXECUTE format('GRANT SELECT ON ALL SEQUENCES IN SCHEMA %I TO napoleon_app', current_schema());
    -- Mails are numbered by sequences; the log is not.
    FOR name IN
        SELECT oid::regclass::text FROM pg_class
        WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S' AND relname ~ '^mail_'
    LOOP
        EXECUTE format('GRANT USAGE ON SEQUENCE %s TO napoleon_app', name);
    END LOOP;
END $$;

-- The log.
GRANT SELECT, INSERT ON games, topics, events, orders, checkpoints TO napoleon_app;

-- What stands beside it.
GRANT SELECT ON schema_version, log, listed, ruled TO napoleon_app;
-- Which key signs is for the operator to decide.
GRANT SELECT ON signing_keys TO napoleon_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON names TO napoleon_app;
GRANT SELECT, INSERT, DELETE ON texts, instructions TO napoleon_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks TO napoleon_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON snapshots TO napoleon_app;
GRANT SELECT ON mail_versions TO napoleon_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_mailboxes, mail_letters, mail_inbound,
    mail_conditionals, mail_stand_ins TO napoleon_app;

COMMIT;
