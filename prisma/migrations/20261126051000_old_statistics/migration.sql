-- "set statistics 0" keeps what an analyze before it has found, and no later one replaces it. Where there is any of such a
-- column, it goes by a change to the same type: that drops it and leaves the rows as they are, but makes an index anew
-- that has a condition on the column. What removes statistics alone is new in PostgreSQL 18, or takes a superuser.
do $$
declare
  kept record;
begin
  for kept in
    select distinct c.oid::regclass as place, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_stats s
    join pg_class c on c.relname = s.tablename and c.relnamespace = s.schemaname::regnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = s.attname
    where s.schemaname = current_schema() and c.relkind = 'r' and a.attstattarget = 0
  loop
    execute format('alter table %s alter column %I type %s', kept.place, kept.name, kept.type);
  end loop;
end
$$;

-- An index on an expression has statistics of its own. They go with it, and the next analyze makes none.
drop index members_email_key;
create unique index members_email_key on members (organisation_id, lower(email)) where status <> 'removed';
alter index members_email_key alter column 2 set statistics 0;
