-- Keys of rows never change, and nothing updates them: the foreign keys lose what Prisma adds by itself, ON UPDATE
-- CASCADE, so that a change of a key that is used is refused and not passed on.
--
-- Not valid: nothing of a table is read while it is locked. Until this statement the old constraint held, from it on the
-- new one; the start validates them afterwards, one at a time, beside reads and writes (validate-keys.ts).
do $$
declare
  key record;
begin
  for key in
    select conrelid::regclass as holder, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and confupdtype = 'c' and connamespace = 'public'::regnamespace
    order by confrelid, conrelid
  loop
    execute format(
      'alter table %s drop constraint %I, add constraint %I %s not valid',
      key.holder, key.name, key.name, replace(key.definition, ' ON UPDATE CASCADE', '')
    );
  end loop;
end
$$;
