-- functions: 5c465e798658daac1bfcb29d4a892efccaecc0d39fe48979eebb1dc212a154c9

-- What a function names is of the schema, whatever temporary table has the same name. prisma/functions says so of each;
-- these two are the release before's only, and have no file.
alter function lock_webhook_gates(uuid[], uuid[]) set search_path = pg_catalog, public, pg_temp;
alter function take_parked_deliveries(uuid[], uuid[], bigint[], uuid[]) set search_path = pg_catalog, public, pg_temp;
