import type pg from 'pg';

/**
 * The role can neither change a table nor switch off a trigger, nor make a temporary table. A role that can act as the
 * owner is left as it is. Only missing rights are granted and only excess ones revoked, since each grant makes every
 * running process plan its statements anew.
 */
export const grantService = async (owner: pg.Client, role: string): Promise<void> => {
  const { rows } = await owner.query<{ statement: string }>(LIST_MISSING, [role]);
  for (const { statement } of rows) await owner.query(statement);
};

// The job queue's tables show their rows to nobody but the owner until a policy says otherwise.
const LIST_MISSING = `
  with
    schemas as (
      select oid, nspname from pg_namespace
      where nspname in ('public', 'graphile_worker')
    ),
    tables as (
      select t.oid, t.oid::regclass as name, t.relrowsecurity,
        case when t.relname = '_prisma_migrations'
          then array['select']
          else array['select', 'insert', 'update', 'delete']
        end as rights
      from pg_class t
      join schemas on schemas.oid = t.relnamespace
      where t.relkind in ('r', 'p', 'v')
        and pg_has_role(t.relowner, 'usage')
        and not pg_has_role($1, t.relowner, 'usage')
    )
  select format('grant usage on schema %I to %I', nspname, $1::text) as statement
  from schemas
  where not has_schema_privilege($1, oid, 'usage')
  union all
  select format('grant %s on %s to %I', array_to_string(rights, ', '), name, $1::text)
  from tables
  where exists (select from unnest(rights) needed where not has_table_privilege($1, tables.oid, needed))
  union all
  select format('grant usage on sequence %s to %I', s.oid::regclass, $1::text)
  from pg_class s
  join schemas on schemas.oid = s.relnamespace
  where pg_has_role(s.relowner, 'usage')
    -- In this order: of what is no sequence it would fail.
    and case when s.relkind = 'S' then not has_sequence_privilege($1, s.oid, 'usage') else false end
  union all
  select format('create policy %I on %s to %I using (true)', $1::text, name, $1::text)
  from tables
  where relrowsecurity
    and not exists (
      select from pg_policy
      where polrelid = tables.oid and $1::regrole = any (polroles)
    )
  union all
  -- A temporary table hides the table of the same name from whoever doesn't say its schema. PostgreSQL gives this
  -- right to everybody; only the database's owner can take it back.
  select format('revoke temporary on database %I from public, %I', datname, $1::text)
  from pg_database
  where datname = current_database()
    and pg_has_role(datdba, 'usage')
    and not pg_has_role($1, datdba, 'usage')
    and has_database_privilege($1, oid, 'temporary')`;
