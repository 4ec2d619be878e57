import type { Context } from '../../context.ts';

/** A row of `audit_chains` or `addenda_chains`, with the first entry that comes after its head: there should be none. */
export type Head = {
  head_sequence: number;
  head_hash: string;
  frozen_at: Date | null;
  beyond: number | null;
};

const READ = {
  audit: { chains: 'audit_chains', entries: 'audit_entries', frozenAt: 'c.frozen_at' },
  addenda: { chains: 'addenda_chains', entries: 'addenda_entries', frozenAt: 'null' },
};

/** One statement: an entry and the head that leads to it are appended together, so that both or none is seen. */
export const readHead = async (
  { database }: Pick<Context, 'database'>,
  kind: keyof typeof READ,
  { organisation_id, session_id }: { organisation_id: string; session_id: string },
): Promise<Head | undefined> => {
  const { chains, entries, frozenAt } = READ[kind];
  const { rows } = await database.pool.query<Head>(
    `select c.head_sequence, c.head_hash, ${frozenAt} as frozen_at, (
       select e.sequence from ${entries} e
       where e.organisation_id = c.organisation_id and e.session_id = c.session_id
         and e.sequence > c.head_sequence
       order by e.sequence limit 1
     ) as beyond
     from ${chains} c where c.organisation_id = $1 and c.session_id = $2`,
    [organisation_id, session_id],
  );
  return rows[0];
};
