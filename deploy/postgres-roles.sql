-- Prepares a database for two roles: one that makes tables, and one for the service, which can add to
-- the log, read it and dump it, and nothing else.
--
-- Once, as a superuser, in the database of the log, before the first 'napoleon migrate':
--
--     createdb napoleon
--     psql napoleon --set ON_ERROR_STOP=1 --file postgres-roles.sql
--     psql napoleon --command '\password napoleon_owner'
--     psql napoleon --command '\password napoleon_app'
--     DATABASE_URL=postgresql://napoleon_owner:change-me@127.0.0.1/napoleon napoleon migrate
--
-- 'napoleon migrate' runs as napoleon_owner, every other process with the DATABASE_URL of
-- napoleon_app. What napoleon_app may do with each table is granted by 'napoleon migrate' itself, so
-- after an upgrade that command is all there is to do.
--
-- In a database that has tables already (of a service without these roles, or restored) run this
-- file, and then 'napoleon migrate'. To run it again does no harm.

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
        -- The second to try whether there is room for an order.
        EXECUTE format('GRANT CONNECT, TEMPORARY ON DATABASE %I TO %I', current_database(), role);
    END LOOP;
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());

    -- Whatever was made by another role belongs to the owner, but not what extensions have.
    FOR kind, name IN
        SELECT made.kind, made.name FROM (
            SELECT CASE relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, oid::regclass::text, oid
            FROM pg_class
            WHERE relnamespace = quote_ident(current_schema())::regnamespace AND relkind IN ('r', 'p', 'v')
            UNION ALL
            SELECT 'FUNCTION', oid::regprocedure::text, oid
            FROM pg_proc
            WHERE pronamespace = quote_ident(current_schema())::regnamespace AND prokind = 'f'
        ) AS made (kind, name, oid)
        WHERE NOT EXISTS (
            SELECT 1 FROM pg_depend WHERE pg_depend.objid = made.oid AND deptype = 'e')
    LOOP
        EXECUTE format('ALTER %s %s OWNER TO napoleon_owner', kind, name);
    END LOOP;

    EXECUTE format('REVOKE ALL ON SCHEMA %I FROM PUBLIC', current_schema());
    EXECUTE format('GRANT USAGE, CREATE ON SCHEMA %I TO napoleon_owner', current_schema());
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO napoleon_app', current_schema());
END $$;

COMMIT;
