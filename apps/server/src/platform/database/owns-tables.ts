import type { Database } from './open-database.ts';

/** Whether the service's own role could switch off the triggers that keep the audit chain: owners and superusers. */
export const ownsTables = async ({ pool }: Database): Promise<boolean> => {
  const { rows } = await pool.query<{ is_owner: boolean }>(
    `select pg_has_role(relowner, 'usage') as is_owner
     from pg_class
     where oid = 'audit_entries'::regclass`,
  );
  return rows[0]!.is_owner;
};
