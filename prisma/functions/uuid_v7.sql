-- Ids that a statement makes for rows whose number it does not know beforehand: UUIDv7 (RFC 9562).
-- The only function without a search_path of its own, which would keep the planner from inlining it: it reads no table,
-- and each name says its schema.
-- Callers: events.ts
create or replace function uuid_v7() returns pg_catalog.uuid
language sql volatile parallel safe
as $$
  select pg_catalog.encode(
    pg_catalog.set_bit(pg_catalog.set_bit(
      pg_catalog.overlay(
        pg_catalog.uuid_send(pg_catalog.gen_random_uuid()),
        pg_catalog.substring(pg_catalog.int8send(pg_catalog.floor(
          pg_catalog.date_part('epoch', pg_catalog.clock_timestamp()) * 1000)::pg_catalog.int8), 3),
        1, 6),
      52, 1), 53, 1),
    'hex')::pg_catalog.uuid
$$;
